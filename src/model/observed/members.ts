import { type FieldPath, type ObjectKind, parsePath } from '../address.ts';

/** `runs`: a change of it changes what a cycle does. `label`: people alone read it. */
export type Effect = 'runs' | 'label';

/** The treatment of a member in a comparison with the baseline. */
export type Treatment =
  /** Compared under a path of the field table. */
  | { readonly is: 'compared'; readonly path: string; readonly effect: Effect }
  /** It changes by itself, or is the identity of its object. */
  | { readonly is: 'volatile'; readonly why: string; readonly source: string }
  /** Compared only where a manifest manages it. */
  | { readonly is: 'not-read'; readonly endpoint: string; readonly why: string };

/** A kind of thing that the service shows. */
export type MemberOf = ObjectKind | 'step' | 'edge' | 'variable' | 'mapping';

/** One member of an answer of the service. */
export type Member = {
  readonly of: MemberOf;
  /** Its name on the wire. */
  readonly wire: string;
  readonly treatment: Treatment;
};

type Row = readonly [wire: string, treatment: Treatment];

function compare(path: string, effect: Effect): Treatment {
  return { is: 'compared', path, effect };
}

function skip(why: string, source: string): Treatment {
  return { is: 'volatile', why, source };
}

function leave(endpoint: string, why: string): Treatment {
  return { is: 'not-read', endpoint, why };
}

const identity = 'it identifies the object: another id is another object';
const counter = 'it counts by itself';

const rows: Readonly<Record<MemberOf, readonly Row[]>> = {
  account: [
    ['Id', skip(identity, 'SPEC 2.1')],
    ['Name', compare('displayName', 'label')],
    ['Description', compare('description', 'label')],
    ['Timezone', compare('timezone', 'runs')],
    ['AuditInfo', compare('auditInfo', 'label')],
    ['TaskAuditInfo', compare('taskAuditInfo', 'label')],
    ['StepDataSuccessRetentionHours', compare('retention/successHours', 'runs')],
    ['StepDataErroredRetentionHours', compare('retention/erroredHours', 'runs')],
    ['TransactionErrorWebhookEnabled', compare('errorWebhook/enabled', 'runs')],
    ['TransactionErrorWebhookUrl', compare('errorWebhook/url', 'runs')],
    ['TransactionErrorWebhookIncludeWarnings', compare('errorWebhook/includeWarnings', 'runs')],
    ['CreatedDate', skip('the service sets it once', 'SPEC 2.1')],
    ['NextBillDateUtc', skip('the service moves it', 'SPEC 2.1')],
    ['ParentAccountId', leave('GET /accounts', 'no source shows it in an answer')],
  ],
  connector: [
    ['Id', skip(identity, 'SPEC 2.4')],
    ['Name', compare('displayName', 'label')],
    ['Description', compare('description', 'label')],
    ['AuthValue', skip('the service renews tokens in it', 'SERVICE A.3 [T], D')],
    ['Authenticated', compare('auth', 'runs')],
    ['Connector', compare('connector/version', 'runs')],
    ['Properties', compare('properties/*', 'runs')],
    ['CustomFields', leave('GET /account/connectors/{id}/fields', 'no manifest has them')],
    ['IsPartnerIntegrationConnector', skip('its release fixes it', 'SERVICE A.3 [T]')],
  ],
  cycle: [
    ['Id', skip(identity, 'SPEC 2.7')],
    ['Name', compare('displayName', 'label')],
    ['Description', compare('description', 'label')],
    ['Tags', compare('tags', 'label')],
    ['Status', compare('state', 'runs')],
    ['StartTime', skip('each start moves it', 'SERVICE I.1')],
    ['Interval', compare('schedule', 'runs')],
    ['RunOnce', skip('a single run ends by itself', 'SERVICE I.1')],
    ['StepDataSuccessRetentionHours', compare('retention/successHours', 'runs')],
    ['StepDataErroredRetentionHours', compare('retention/erroredHours', 'runs')],
    ['StepErrorAction', compare('errorAction', 'runs')],
    ['CollectionSplitType', compare('collectionSplit', 'runs')],
    ['LogStepDataRequests', compare('logRequests', 'runs')],
    ['Shareable', compare('shareable', 'label')],
    ['TemplateId', compare('from/template', 'runs')],
    ['Connectors', skip('the connectors of its steps are compared', 'SERVICE A.5 [T]')],
    ['MaxRetriesOnError', leave('GET /cycles/{id}/export', 'nothing else shows it')],
    ['ContinueOnStepError', leave('GET /cycles', 'an earlier form of StepErrorAction')],
    ['CreatedOnUtc', skip('the service sets it once', 'SERVICE A.5 [T]')],
    ['TasksUsed', skip(counter, 'SERVICE A.5 [T]')],
    ['ErrorCount', skip(counter, 'SPEC 2.7')],
    ['WarningCount', skip(counter, 'SPEC 2.7')],
    ['InProgressTransactionCount', skip(counter, 'SERVICE A.5 [T]')],
    ['LastSuccessfulRunDate', skip('each run moves it', 'SERVICE A.5 [T]')],
  ],
  step: [
    ['Id', skip(identity, 'SPEC 2.6')],
    ['Name', compare('steps', 'runs')],
    ['Description', compare('steps/*/description', 'label')],
    ['ActionType', compare('steps/*/action', 'runs')],
    ['AccountConnector', compare('steps/*/connector', 'runs')],
    ['Method', compare('steps/*/method', 'runs')],
    ['CycleId', skip(identity, 'SERVICE A.5 [T]')],
    ['WebhookUrl', leave('GET /cycles/{id}/steps', 'the service makes it')],
    ['DisplayPositionLeft', skip('its place in a drawing', 'SERVICE A.5 [T]')],
    ['DisplayPositionTop', skip('its place in a drawing', 'SERVICE A.5 [T]')],
  ],
  edge: [
    ['Id', skip(identity, 'SERVICE A.5 [T]')],
    ['HeadStepId', compare('edges', 'runs')],
    ['TailStepId', compare('edges', 'runs')],
    ['EdgeType', compare('edges', 'runs')],
  ],
  variable: [
    ['SystemName', skip(identity, 'SERVICE A.5 [T]')],
    ['DisplayName', compare('variables', 'runs')],
    ['Value', compare('variables/*', 'runs')],
    ['MappingType', leave('GET /cycles/{id}/variables', 'an export does not show it')],
  ],
  mapping: [
    ['Field', skip(identity, 'SPEC 2.6')],
    ['Parameter', skip(identity, 'SERVICE A.6 [D]')],
    ['MappingType', compare('steps/*/*/*', 'runs')],
    ['Value', compare('steps/*/*/*', 'runs')],
    ['SourceStepId', compare('steps/*/*/*', 'runs')],
    ['SourceFieldId', compare('steps/*/*/*', 'runs')],
    ['TriggerValue', compare('steps/*/*/*', 'runs')],
    ['TriggerValueDisplayName', compare('steps/*/*/*', 'runs')],
    ['IsLaunchVisible', compare('steps/*/launchVisible/*/*', 'label')],
  ],
};

/**
 * The closed table of what the service shows of an object: compared with the baseline, volatile, or
 * not read. A member that is not here is named once per run and never compared.
 */
export const memberTable: readonly Member[] = (Object.keys(rows) as MemberOf[]).flatMap((of) =>
  rows[of].map(([wire, treatment]) => ({ of, wire, treatment })),
);

/** The paths of compared members, as rules and ignores name them. */
export const comparedPaths: readonly { readonly kind: ObjectKind; readonly path: string }[] =
  memberTable.flatMap(({ of, treatment }) =>
    treatment.is === 'compared' ? [{ kind: toObjectKind(of), path: treatment.path }] : [],
  );

type Pattern = { readonly names: readonly string[]; readonly effect: Effect };

const patterns: ReadonlyMap<ObjectKind, readonly Pattern[]> = Map.groupBy(
  memberTable.flatMap(({ of, treatment }) =>
    treatment.is === 'compared'
      ? [{ of: toObjectKind(of), names: treatment.path.split('/'), effect: treatment.effect }]
      : [],
  ),
  ({ of }) => of,
);

// Steps, edges, variables and mappings are members of their cycle.
function toObjectKind(of: MemberOf): ObjectKind {
  return of === 'account' || of === 'connector' ? of : 'cycle';
}

/** The effect of a change of a compared path. */
export function findEffect(kind: ObjectKind, path: FieldPath): Effect {
  const names = parsePath(path);
  const found = patterns
    .get(kind)
    ?.find(
      (each) =>
        each.names.length === names.length &&
        each.names.every((name, index) => name === '*' || name === names[index]),
    );
  return found?.effect ?? 'runs';
}

const known: ReadonlyMap<MemberOf, ReadonlySet<string>> = new Map(
  (Object.keys(rows) as MemberOf[]).map((of) => [
    of,
    new Set(rows[of].map(([wire]) => wire.toLowerCase())),
  ]),
);

/** Names of members that are in no row, as the service writes them. */
export function listUnknownMembers(of: MemberOf, names: readonly string[]): readonly string[] {
  const own = known.get(of);
  return names.filter((name) => own?.has(name.toLowerCase()) !== true);
}
