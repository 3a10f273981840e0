import type { SecretValue } from '../secret/secret.ts';
import type { LiveMapping, RemoteId } from './live.ts';

/** Fields of POST and PUT /accounts (SPEC 2.1). An absent key keeps, null clears (SERVICE C, PUT [T]). */
export type AccountWrite = {
  readonly name?: string;
  readonly description?: string | null;
  readonly timezone?: string;
  readonly auditInfo?: string | null;
  readonly taskAuditInfo?: string | null;
  readonly successHours?: number | null;
  readonly erroredHours?: number | null;
  readonly webhookEnabled?: boolean;
  readonly webhookUrl?: string | SecretValue;
  readonly webhookIncludesWarnings?: boolean;
};

/** Body of install (SPEC 4.3; Properties: SERVICE A.2 [D, T]). */
export type ConnectorInstall = {
  readonly releaseId: RemoteId;
  readonly name: string;
  readonly description?: string;
  readonly authenticationId?: string;
  readonly authValue?: SecretValue;
  readonly properties: readonly { readonly name: string; readonly value: string | SecretValue }[];
};

/** Fields of PUT /account/connectors/{id} (SERVICE A.3 [T]). */
export type ConnectorWrite = {
  readonly name?: string;
  readonly description?: string | null;
  readonly authValue?: SecretValue;
};

/** Fields of PUT /cycles/{id} (SERVICE A.5 [T]). */
export type CycleWrite = {
  readonly name?: string;
  readonly description?: string | null;
  readonly tags?: readonly string[];
  readonly successHours?: number | null;
  readonly erroredHours?: number | null;
  readonly errorAction?: string;
  readonly collectionSplit?: string;
  readonly logRequests?: boolean;
  readonly shareable?: boolean;
};

/** The source of a mapping as sent, in ids (SERVICE A.6). */
export type MappingSourceWrite = Omit<
  LiveMapping,
  'targetId' | 'value' | 'type' | 'isLaunchVisible'
> & {
  readonly type: string;
  readonly value: string | SecretValue | null;
};

/** A mapping as sent, with its visibility at launch; or the visibility alone, which keeps the rest. */
export type MappingWrite =
  | (MappingSourceWrite & { readonly isLaunchVisible?: boolean })
  | { readonly isLaunchVisible: boolean };
