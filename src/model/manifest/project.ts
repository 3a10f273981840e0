import type { OwnerRule } from '../desired/scope/ownership.ts';
import type { UnmanagedPolicy } from '../observed/unmanaged.ts';
import type { NotifyTarget } from '../report/notification.ts';
import type { SecretRef } from '../secret/secret.ts';
import type { SourceSpan } from '../source-span.ts';
import type { Variables } from './variable.ts';

/** How we sign in to a real service. */
export type ServiceCredentials =
  | {
      readonly kind: 'client';
      readonly clientId: string | SecretRef;
      readonly clientSecret: SecretRef;
      /** `account:ID` for a token of one account; absent for one of all. */
      readonly scope?: string;
    }
  | { readonly kind: 'token'; readonly accessToken: SecretRef };

/**
 * The operations that a service is assumed to offer: all known ones, those of SPEC.txt, or those
 * that its lists show in each run.
 */
export type ServiceContract = 'full' | 'documented' | 'auto';

/** Where an environment's service is. Paths are relative to the project folder. */
export type ServiceTarget =
  | { readonly kind: 'emulator'; readonly worldFile: string; readonly dataDirectory: string }
  | {
      readonly kind: 'remote';
      readonly baseUrl: string;
      /** Domain for browsers, and of the token endpoint if it names one. */
      readonly authUrl: string | null;
      readonly accountHeader: string;
      readonly contract: ServiceContract;
      readonly token: ServiceCredentials;
    };

/** Limits of requests to the service. */
export type Limits = {
  readonly concurrency: number;
  /** The most of them. */
  readonly requestsPerSecond: number;
  /** Rate that the first requests have where the project sets none. */
  readonly growsFrom?: number;
  /** Percent of the rate that is left to the service's own users. */
  readonly reserve?: number;
  readonly requestTimeoutMs: number;
  readonly drainTimeoutMs: number;
};

/** Brakes on a whole run. */
export type Protect = {
  readonly maxDeletes: number;
  readonly maxChangedPercent: number;
  /** True if apply needs a saved plan. */
  readonly savedPlanOnly: boolean;
};

/** The location of an environment's store. */
export type StoreTarget =
  | {
      readonly kind: 'sqlite';
      /** Relative to the project folder. */
      readonly file: string;
    }
  | {
      readonly kind: 'postgres';
      /** The address of the database, with its password. */
      readonly url: SecretRef;
    };

/** One target of a project, with its defaults filled in. */
export type Environment = {
  readonly name: string;
  readonly at: SourceSpan;
  readonly service: ServiceTarget;
  /** Ids of templates by name, for a service that does not list them. */
  readonly templates: ReadonlyMap<string, string>;
  readonly store: StoreTarget;
  /**
   * `PROJECT/ENVIRONMENT`: the scope of the state, because several environments may share a
   * database.
   */
  readonly scope: string;
  /** Values for placeholders of manifests. */
  readonly variables: Variables;
  /** Owners of fields without a rule of the account; the most specific first. */
  readonly ownership: readonly OwnerRule[];
  /** Answers to changes of what no manifest manages. */
  readonly unmanaged: UnmanagedPolicy;
  /** Patterns of ids and names of unmanaged accounts that no report lists. */
  readonly unmanagedIgnored: readonly string[];
  readonly limits: Limits;
  readonly protect: Protect;
  /** True if the project sets any protection: then mistakes there are errors. */
  readonly isProtected: boolean;
  /** Targets of notifications about drift and applies. */
  readonly notify: readonly NotifyTarget[];
  /** Address of a cycle in the console, with `{accountId}`, `{cycleId}` and `{transactionId}`; null if it is unknown. */
  readonly consoleUrl: string | null;
  /** Sign-in links for customers; null if there are none. */
  readonly consent: ConsentPages | null;
};

/** Sign-in links for customers, and the pages that they lead to. */
export type ConsentPages = {
  /** Origin at which customers reach the pages, without a slash at its end. */
  readonly origin: string;
  /** Milliseconds for which a link works. */
  readonly validMs: number;
  readonly page: ConsentTexts;
};

/** Texts, with `{connector}` and `{account}` for names, and colors as `#RRGGBB`. */
export type ConsentTexts = Readonly<
  Record<'title' | 'text' | 'button' | 'done' | 'color' | 'background', string>
>;

/** The file cyclectl.yaml, as understood. */
export type Project = {
  readonly name: string;
  readonly defaultEnvironment: string | null;
  readonly environments: ReadonlyMap<string, Environment>;
  /** The folders of manifests, relative to the project folder. */
  readonly folders: readonly [string, ...string[]];
};

/** The folders of manifests where a project names none. */
export const defaultFolders = ['accounts'] as const;

/** The folder of blueprints. */
export const blueprintFolder = 'blueprints';

/** The folder of fleets. */
export const fleetFolder = 'fleets';

/** The one file of a project that has a fixed name. */
export const projectFile = 'cyclectl.yaml';
