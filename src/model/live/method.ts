import type { ItemRules, RemoteId } from './live.ts';

/**
 * A parameter, request field or response field of a method in the catalog (SPEC 2.3; SERVICE A.6
 * [D]).
 */
export type MethodItem = ItemRules & {
  readonly id: RemoteId;
  /** TargetName of a parameter, Location of a field: the name that people write. */
  readonly name: string;
  readonly description: string | null;
  /** The target of a parameter, such as MergeField; null for a field. */
  readonly target: string | null;
  readonly isSensitive: boolean;
};

/** The format of a request body. */
export type BodyFormat = 'json' | 'xml';

/** A method of one release of a connector (SPEC 2.3). */
export type ConnectorMethod = {
  /** Names the method at this release. */
  readonly id: RemoteId;
  /** Its id across releases (SPEC 9); null without one. */
  readonly uniqueId: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly category: string | null;
  /** Action, Webhook or Script (SERVICE B); null if unknown. */
  readonly type: string | null;
  readonly endpoint: string | null;
  readonly format: BodyFormat;
  readonly parameters: readonly MethodItem[];
  readonly fields: readonly MethodItem[];
  readonly responses: readonly MethodItem[];
};

/** The listed methods (SPEC 4.2): those of one release, or of the latest of a name or version. */
export type MethodSource =
  | { readonly kind: 'release'; readonly id: RemoteId }
  | { readonly kind: 'latest'; readonly name: string; readonly version: string | null };

/** Returns whether a parameter is a merge field, which a call sends separately (SPEC 4.1). */
export function isMergeField(item: MethodItem): boolean {
  return item.target?.toLowerCase() === 'mergefield';
}
