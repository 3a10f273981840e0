import type { GlobalOptions } from '../../../app/context.ts';
import { toHash } from '../../../kit/hash.ts';
import { toSlug } from '../../../kit/text/to-slug.ts';
import { maxKeyLength } from '../../../model/address.ts';
import type { SchemaKind } from '../../../model/manifest/manifest.ts';

/** New project: its name, its environment and the service of that. */
export type Scaffold = {
  readonly name: string;
  readonly environment: string;
  readonly target: ScaffoldTarget;
};

export type ScaffoldTarget =
  | { readonly kind: 'local' }
  | {
      readonly kind: 'remote';
      readonly baseUrl: string;
      /** Null means the default header. */
      readonly accountHeader: string | null;
      /** Null without a known account; a sample is written instead. */
      readonly account: FirstAccount | null;
    };

/** Key of an account in manifests, and its id in the service. */
export type FirstAccount = { readonly key: string; readonly id: string };

export type InitOptions = GlobalOptions & {
  readonly local?: boolean;
  readonly baseUrl?: string;
  readonly accountHeader?: string;
  readonly account?: FirstAccount;
  readonly fromLive?: boolean;
  readonly name?: string;
};

/** A new project, and whether it begins with the accounts of its service. */
export type ResolvedScaffold = { readonly starter: Scaffold; readonly isFromLive: boolean };

/** Inputs of the files besides the answers. */
export type ScaffoldInputs = {
  /** Text of each schema. */
  readonly schemas: Readonly<Record<SchemaKind, string>>;
  /**
   * Project folder in its Git repository, with forward slashes; empty at the top or without a
   * repository.
   */
  readonly within: string;
  /** Number of known accounts, for the time limits of CI. */
  readonly accounts: number;
};

/** File of a new project. */
export type ScaffoldFile = {
  /** Path below the project folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Addition to an existing file; without it, the file stays unchanged. */
  readonly adds?: FileAddition;
};

export type FileAddition =
  | { readonly kind: 'ignored'; readonly lines: readonly string[] }
  | { readonly kind: 'property'; readonly name: string; readonly value: unknown };

/** Result of a file. */
export type FileResult = {
  readonly path: string;
  readonly did: 'written' | 'completed' | 'kept';
  /** Added text, or the text that a person must add; null for none. */
  readonly adds: string | null;
};

/** Variables for the sign-in of a real service. */
export const clientIdVariable = 'SVC_CLIENT_ID';
export const clientSecretVariable = 'SVC_CLIENT_SECRET';

/** Repository variable with the cyclectl package for CI. */
export const packageVariable = 'CYCLECTL_PACKAGE';

/** Committed record of the files that people may change, for `init --upgrade`. */
export const recordFile = '.cyclectl-init.json';

/** Format of the record. */
export const recordFormat = 'cyclectl-init/1';

/** Parts that init writes into files that people may change. */
export type InitRecord = {
  readonly workflow: WorkflowInputs & { readonly text: string };
  /** Globs of each schema, as the editor has them. */
  readonly schemas: Readonly<Record<string, readonly string[]>>;
  /** Extensions of the editor. */
  readonly recommendations: readonly string[];
  /** Lines of .gitignore. */
  readonly ignored: readonly string[];
};

export type WorkflowInputs = {
  /** File without its extension. */
  readonly name: string;
  readonly environment: string;
  readonly accounts: number;
};

/** Folder of workflows at the top of a repository. */
export const workflowFolder = '.github/workflows';

/**
 * Names the workflow of a project. Includes the folder below the top, because a repository may have
 * several projects.
 */
export function toWorkflowName(within: string): string {
  if (within === '') return 'cyclectl';
  const isPlain = /^[\x20-\x7e]*$/.test(within);
  const parts = [
    'cyclectl',
    toSlug(within, maxKeyLength),
    isPlain ? '' : toHash(within).slice(0, 6),
  ];
  return parts.filter((part) => part !== '').join('-');
}

/** Default name of the environment. */
export const standardEnvironments: Readonly<Record<ScaffoldTarget['kind'], string>> = {
  local: 'local',
  remote: 'prod',
};

/** Written project, for reports. */
export type CreatedProject = {
  readonly scaffold: Scaffold;
  /** Folder as typed. */
  readonly directory: string;
  readonly places: readonly FileResult[];
  /** Top of its Git repository; null without one. */
  readonly repository: string | null;
  /** Folder in that repository, with forward slashes; empty at its top. */
  readonly within: string;
  /** True when the accounts of the service are exported next. */
  readonly isFromLive: boolean;
};

/** Environment variable that runs on a real service need. */
export type NeededVariable = {
  readonly name: string;
  /** Purpose. */
  readonly does: string;
  /** Value, if known. */
  readonly value?: string;
  readonly where: 'everywhere' | 'ci';
};

/** Command or action to continue with. */
export type NextStep = { readonly command: string; readonly does: string };
