import { toHash } from '../../../kit/hash.ts';
import { toSlug } from '../../../kit/text/to-slug.ts';
import { maxKeyLength } from '../../../model/key.ts';
import type { SchemaKind } from '../../../model/manifest/schema-kind.ts';

/** What a new project begins with: its name, its one environment, and the service of that. */
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
      /** Null: the one that a project has by default. */
      readonly accountHeader: string | null;
      /** Null: none is known yet, and a sample lies beside the manifests. */
      readonly account: FirstAccount | null;
    };

/** Our key of an account, and its id in the service. */
export type FirstAccount = { readonly key: string; readonly id: string };

/** What the files of a starter depend on beside its answers. */
export type ScaffoldInputs = {
  /** The text of each schema. */
  readonly schemas: Readonly<Record<SchemaKind, string>>;
  /** The project's folder in its Git repository, with forward slashes; empty at its top and outside of one. */
  readonly within: string;
  /** Accounts that the service has, as far as known: the time limits of CI are set by them. */
  readonly accounts: number;
};

/** A file of a new project. */
export type ScaffoldFile = {
  /** Beneath the project folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** What is added to it where it is there already; left out: it stays as it is. */
  readonly adds?: FileAddition;
};

export type FileAddition =
  | { readonly kind: 'ignored'; readonly lines: readonly string[] }
  | { readonly kind: 'property'; readonly name: string; readonly value: unknown };

/** What became of a file. */
export type FileResult = {
  readonly path: string;
  readonly did: 'written' | 'completed' | 'kept';
  /** What was added to it, or what a person adds to one that was kept; null: nothing. */
  readonly adds: string | null;
};

/** Variables that a starter of a real service signs in with. */
export const clientIdVariable = 'SVC_CLIENT_ID';
export const clientSecretVariable = 'SVC_CLIENT_SECRET';

/** The variable of a repository that says which cyclectl its CI runs. */
export const packageVariable = 'CYCLECTL_PACKAGE';

/** Where GitHub looks for workflows, from the top of a repository. */
export const workflowFolder = '.github/workflows';

/**
 * What the workflow of a project is called. Beneath the top of a repository there may be others, and its folder tells
 * it from those, whatever letters that has.
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

/** Where nothing else is asked for: the names of its environment. */
export const standardEnvironments: Readonly<Record<ScaffoldTarget['kind'], string>> = {
  local: 'local',
  remote: 'prod',
};

/** A new project as it was written, for those who report it. */
export type CreatedProject = {
  readonly scaffold: Scaffold;
  /** Its folder as it was typed. */
  readonly directory: string;
  readonly places: readonly FileResult[];
  /** The top of its Git repository; null: it is in none. */
  readonly repository: string | null;
  /** Its folder in that repository, with forward slashes; empty at its top. */
  readonly within: string;
  /** Whether the accounts of the service are written as manifests right after. */
  readonly isFromLive: boolean;
};

/** A variable that runs on a real service need. */
export type NeededVariable = {
  readonly name: string;
  /** What it is for. */
  readonly does: string;
  /** What it is set to, where that is known. */
  readonly value?: string;
  readonly where: 'everywhere' | 'ci';
};

/** A command to go on with, or a thing to do by hand. */
export type NextStep = { readonly command: string; readonly does: string };
