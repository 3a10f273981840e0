import type { LiveSchedule } from '../desired/schedule.ts';
import type { Fingerprint } from '../secret/secret.ts';

/** An id that the service gave, as text; ints are written in decimal. */
export type RemoteId = string;

/** An account as read (SPEC 2.1; SERVICE A.1). `null` retention means the console's default. */
export type LiveAccount = {
  readonly id: RemoteId;
  readonly name: string;
  readonly description: string | null;
  readonly timezone: string | null;
  readonly auditInfo: string | null;
  readonly taskAuditInfo: string | null;
  readonly successHours: number | null;
  readonly erroredHours: number | null;
  readonly webhookEnabled: boolean;
  readonly webhookUrl: string | null;
  readonly webhookIncludesWarnings: boolean;
  /** The service does not show it: it is ours and is known by its id alone. */
  readonly isRecalled?: true;
};

/** A property of an installed connector. `name` is the parameter's TargetName (SERVICE A.3 [T]). */
export type LiveProperty = {
  readonly id: RemoteId;
  readonly name: string;
  readonly value: string | null;
};

/** A custom object category as its making is answered (SPEC 4.6). Its method is always there. */
export type LiveCategory = {
  readonly id: RemoteId;
  readonly name: string | null;
  readonly method: string | null;
};

/** An installed connector as read (SPEC 2.4; SERVICE A.3). AuthValue leaves the service room as a fingerprint alone. */
export type LiveConnector = {
  readonly id: RemoteId;
  readonly name: string;
  readonly description: string | null;
  readonly authenticated: boolean;
  readonly authFingerprint: Fingerprint | null;
  readonly release: {
    /** Null if the installed release is unknown. */
    readonly id: RemoteId | null;
    readonly name: string;
    readonly version: string | null;
  };
  readonly properties: readonly LiveProperty[];
  /** The service does not show it: it is ours and is known by its id alone. */
  readonly isRecalled?: true;
};

/** A cycle as listed (SPEC 2.7; SERVICE A.5). `status` is the service's word, such as Active or Paused. */
export type LiveCycle = {
  readonly id: RemoteId;
  readonly name: string;
  readonly description: string | null;
  readonly status: string;
  readonly tags: readonly string[];
  readonly templateId: RemoteId | null;
  readonly successHours: number | null;
  readonly erroredHours: number | null;
  /** The service's word. This and the next three are null if the service does not show them. */
  readonly errorAction: string | null;
  readonly collectionSplit: string | null;
  readonly logRequests: boolean | null;
  readonly shareable: boolean | null;
  readonly errorCount: number;
  readonly warningCount: number;
  readonly inProgressCount: number;
  readonly hasRun: boolean;
  /** ISO UTC of the last successful run; null: none. Absent if the service does not show it. */
  readonly lastSuccess?: string | null;
  /** `null` if the service does not show it (SERVICE I.1). */
  readonly schedule: LiveSchedule | null;
  /** An interval that is not in its list (SERVICE I.24). `schedule` is null then. */
  readonly unlistedMinutes?: number;
  /** Which installed connectors the cycle uses. */
  readonly connectors: readonly {
    readonly id: RemoteId;
    readonly authenticated: boolean;
    /** Absent if the service does not show it. */
    readonly release?: LiveConnector['release'];
  }[];
};

/** Requirements of a parameter, field or property (SERVICE A.2 [T], A.6 [D]). */
export type ItemRules = {
  /** False only if the service says so. */
  readonly isOptional: boolean;
  /** The type of the service, such as Text or Integer (SERVICE B); null if unknown. */
  readonly dataType: string | null;
  /** Listed values; empty if the service lists none. */
  readonly values: readonly string[];
};

/** A parameter or field of a method: its id in this instance and the name that people write. */
export type NamedItem = ItemRules & {
  readonly id: RemoteId;
  /** TargetName of a parameter, Location of a field. */
  readonly name: string;
  readonly isSensitive: boolean;
  /** Its value in a new cycle, by the origin of that; absent where it is unknown, and of live steps. */
  readonly initial?: 'given' | 'none';
};

/** A step of a cycle as listed (SPEC 2.6). A step without a method has empty lists. */
export type LiveStep = {
  readonly id: RemoteId;
  readonly name: string;
  /** Absent, as `action`, where its origin does not show it. */
  readonly description?: string | null;
  /** The service's word or number. */
  readonly action?: string | null;
  readonly method: string | null;
  readonly isWebhook: boolean;
  /** Where data is posted to start it; null where the service does not show it, and for any other step. */
  readonly webhookUrl: string | null;
  /** The installed connector that the step uses. */
  readonly connectorId: RemoteId | null;
  readonly connectorName: string | null;
  readonly parameters: readonly NamedItem[];
  /** Takes values; a webhook has none. */
  readonly fields: readonly NamedItem[];
  /** Sources for later steps: response fields, and the payload of a webhook. */
  readonly responses: readonly { readonly id: RemoteId; readonly name: string }[];
  /** The origin of a new cycle shows all items, which of them are required, and all mappings. */
  readonly isShown?: true;
};

/**
 * A field that an earlier step offers to a later one (fieldsformapping, SERVICE L [Q2]); null:
 * unknown.
 */
export type OfferedSource = {
  readonly step: RemoteId | null;
  readonly id: RemoteId;
  /** Its Location, or else its Name. */
  readonly name: string;
};

/** Tail runs first, head next (SERVICE E.2, edge [P]; A.5 [T]). */
export type LiveEdge = {
  readonly tail: RemoteId;
  readonly head: RemoteId;
  /** The service's word or number; absent where it is not shown. */
  readonly type?: string | null;
};

/** A mapping as read, in ids (SERVICE A.6). `type` is the service's word; null of a parameter that was never set. */
export type LiveMapping = {
  readonly targetId: RemoteId;
  readonly type: string | null;
  readonly value: string | null;
  readonly sourceStepId: RemoteId | null;
  readonly sourceFieldId: RemoteId | null;
  readonly triggerValue: string | null;
  readonly triggerLabel: string | null;
  /** True if people see it at launch; absent if the service does not show it. */
  readonly isLaunchVisible?: boolean;
};

/** A cycle variable (SERVICE A.5). It is addressed by its system name and shown by its display name. */
export type LiveVariable = {
  readonly systemName: string;
  readonly displayName: string;
  readonly value: string | null;
};

/** One release of a connector in the catalog (SPEC 2.2; SERVICE A.2). */
export type ConnectorRelease = {
  readonly id: RemoteId;
  readonly name: string;
  readonly version: string | null;
  readonly description: string | null;
  readonly categories: readonly string[];
  readonly isNative: boolean;
  readonly authentications: readonly {
    readonly id: string;
    readonly name: string;
    readonly type: string;
  }[];
  /** Account-level properties. */
  readonly properties: readonly (ItemRules & {
    readonly name: string;
    readonly isSensitive: boolean;
  })[];
};

/** A template as listed (SERVICE A.4). */
export type TemplateItem = {
  readonly id: RemoteId;
  readonly name: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  /** Connectors that its steps use. */
  readonly connectors: readonly { readonly name: string; readonly version: string | null }[];
};

/** The cycles of a template by its export (SERVICE E.2). Its ids mean nothing in them. */
export type TemplateShape = {
  readonly steps: readonly LiveStep[];
  readonly edges: readonly LiveEdge[];
  /** With the values that they begin with. An export knows one name of each. */
  readonly variables: readonly LiveVariable[];
  /** Initial flags of its cycles; null if the export does not show one. */
  readonly flags: Pick<LiveCycle, 'logRequests' | 'shareable'>;
  /** Initial mappings of steps by step id, without secrets, which no export contains. */
  readonly mappings: ReadonlyMap<RemoteId, StepMappings>;
};

/** The parts of a cycle that people name, before the cycle exists. */
export type NamedParts = Pick<TemplateShape, 'steps' | 'edges' | 'variables'>;

/** The mappings of a step, each by the id of its target. */
export type StepMappings = {
  readonly parameters: readonly LiveMapping[];
  readonly fields: readonly LiveMapping[];
};

/** A missing prerequisite of a cycle (SERVICE B, prerequisite ReasonCode [D]). */
export type Prerequisite = {
  readonly code: number;
  readonly reason: string;
  readonly objectType: string;
  readonly objectId: RemoteId;
  /** The step whose own list has it; absent for the cycle's list. */
  readonly step?: RemoteId;
};

/** Reason code of a connector that is not signed in (SERVICE B [D]). */
export const connectorNotAuthenticated = 20;

/**
 * The latest release: the highest version, then the highest id; null if there is none. An
 * assumption, because the list has no order.
 */
export function findLatestRelease(releases: readonly ConnectorRelease[]): ConnectorRelease | null {
  return releases.reduce<ConnectorRelease | null>(
    (latest, release) =>
      latest === null || compareReleases(release, latest) > 0 ? release : latest,
    null,
  );
}

/** Order of releases of a connector, oldest first. */
export function compareReleases(
  left: Pick<ConnectorRelease, 'id' | 'version'>,
  right: Pick<ConnectorRelease, 'id' | 'version'>,
): number {
  const byVersion = (left.version ?? '').localeCompare(right.version ?? '', 'en', {
    numeric: true,
  });
  return byVersion === 0 ? Number(left.id) - Number(right.id) : byVersion;
}

/** A release of a connector: several can have one version, and a connector may have no version. */
type ReleaseName = Pick<ConnectorRelease, 'id' | 'version'>;

/** An installed connector that is of an older release than the latest. */
export type BehindRelease = {
  /** The name in the catalog. */
  readonly name: string;
  readonly installed: ReleaseName;
  readonly latest: ReleaseName;
};

/** Compares an installed connector with the latest release; null if it is not known to be behind. */
export function findNewerRelease(
  { id, name, version }: LiveConnector['release'],
  latest: ConnectorRelease | null,
): BehindRelease | null {
  if (latest === null || name !== latest.name || id === null || id === latest.id) return null;
  // An unknown version is neither older nor newer.
  if ((version === null) !== (latest.version === null)) return null;
  const installed = { id, version };
  return compareReleases(installed, latest) < 0
    ? { name, installed, latest: { id: latest.id, version: latest.version } }
    : null;
}
