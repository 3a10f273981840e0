import type { RemoteId } from './live.ts';

/** A parameter, request field or response field of a method in the catalogue (SPEC 2.3; SERVICE A.6 [D]). */
export type MethodItem = {
  readonly id: RemoteId;
  /** TargetName of a parameter, Location of a field: the name that people write. */
  readonly name: string;
  readonly description: string | null;
  /** The service's word, such as Text or Integer (SERVICE B); null where it says none. */
  readonly dataType: string | null;
  /** The service's word for where a parameter goes, such as MergeField; null for a field. */
  readonly target: string | null;
  readonly isOptional: boolean;
  readonly isSensitive: boolean;
  /** What may stand there; empty where anything may. */
  readonly values: readonly string[];
};

/** What a request body is written in. */
export type BodyFormat = 'json' | 'xml';

/** A method of one release of a connector (SPEC 2.3). */
export type ConnectorMethod = {
  /** Names the method at this release. */
  readonly id: RemoteId;
  /** Names it at whatever release is the latest (SPEC 9); null where it has none. */
  readonly uniqueId: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly category: string | null;
  /** The service's word: Action, Webhook or Script (SERVICE B); null where it says none. */
  readonly type: string | null;
  readonly endpoint: string | null;
  readonly format: BodyFormat;
  readonly parameters: readonly MethodItem[];
  readonly fields: readonly MethodItem[];
  readonly responses: readonly MethodItem[];
};

/** Whose methods are listed (SPEC 4.2): those of one release, or of the latest of a name or version. */
export type MethodSource =
  | { readonly kind: 'release'; readonly id: RemoteId }
  | { readonly kind: 'latest'; readonly name: string; readonly version: string | null };

/** Whether a parameter is a merge field, which a call takes apart from the others (SPEC 4.1). */
export function isMergeField(item: MethodItem): boolean {
  return item.target?.toLowerCase() === 'mergefield';
}
