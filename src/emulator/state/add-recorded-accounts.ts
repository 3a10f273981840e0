import { findRelease } from '../resources/catalog/find-release.ts';
import { writeInstalled } from '../resources/connectors/find-installed.ts';
import type { Activation, CycleRow, StepRow } from '../resources/cycles/cycle-row.ts';
import { makeCycle } from '../resources/cycles/cycles.ts';
import { writeCycle } from '../resources/cycles/find-cycle.ts';
import { makeVariables } from '../resources/templates/create-from-template.ts';
import { makeSteps } from '../resources/templates/make-steps.ts';
import { bindTemplate, type Template } from '../resources/templates/template.ts';
import { findFirstRunMs } from '../runs/schedule.ts';
import { findStep } from '../world/file/look-up.ts';
import type {
  RecordedAccount,
  RecordedActivation,
  RecordedConnector,
  RecordedCycle,
} from './recorded-account.ts';
import { makeGuid, makeNumber, type State } from './state.ts';
import { partner } from './store.ts';

/** Creates accounts with their ids and values as they are, without the rules of requests. */
export function addRecordedAccounts(state: State, accounts: readonly RecordedAccount[]): void {
  for (const { connectors, cycles, ...settings } of accounts) {
    const row = {
      ...settings,
      parentId: null,
      createdAtMs: state.clock.nowMs(),
    };
    state.accounts.write(row.id, partner, row);
    for (const connector of connectors) addConnector(state, row.id, connector);
    for (const cycle of cycles) addCycle(state, row.id, cycle);
  }
  keepIdsFree(
    state,
    accounts.flatMap(({ connectors }) => connectors.map(({ id }) => id)),
  );
}

// A connector that is installed later gets none of these ids.
function keepIdsFree(state: State, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const highest = ids.reduce((most, id) => Math.max(most, id), 0);
  const next = makeNumber(state, 'account connector');
  if (next <= highest) state.store.countUp('account connector', highest - next + 1);
}

function addConnector(state: State, accountId: string, recorded: RecordedConnector): void {
  const { connector, version, properties, ...shown } = recorded;
  const release = findRelease(state.releases, connector, version);
  if (release === undefined) throw new Error(`The world has no connector ${connector} ${version}`);
  writeInstalled(state, {
    ...shown,
    accountId,
    connectorId: release.id,
    authenticationId: release.defaultAuthentication.id,
    isPartnerIntegration: release.isNative,
    properties: Object.entries(properties).map(([name, value]) => ({
      id: makeNumber(state, 'property'),
      name,
      value,
    })),
  });
}

function addCycle(state: State, accountId: string, recorded: RecordedCycle): void {
  const { template: name, active, variables, steps: written, edges, ...settings } = recorded;
  const made = bind(state, recorded);
  const steps = makeSteps(state, made, { cycleId: recorded.id, accountId });
  const origin = state.templates.find((each) => each.name === name);
  const row: CycleRow = {
    ...makeCycle(state, accountId, recorded.name),
    ...settings,
    templateId: origin?.id ?? null,
    templateRelease: origin === undefined ? null : 1,
    variables: makeVariables(made),
    bindings: written.map(({ accountConnectorId }, index) => ({
      stepId: steps[index]?.id ?? '',
      accountConnectorId,
    })),
    edges: edges.map(({ tail, head }) => ({
      id: makeGuid(state, 'edge'),
      tailStepId: steps[tail]?.id ?? '',
      headStepId: steps[head]?.id ?? '',
    })),
  };
  steps.forEach((step, index) => {
    const actionType = written[index]?.actionType ?? step.actionType;
    const mappings = withReferences(step.mappings, steps);
    state.steps.write(step.id, recorded.id, { ...step, actionType, mappings });
  });
  writeCycle(state, active === null ? row : start(state, row, active));
}

const namedReference = /\{\{\s*"((?:[^"\\]|\\.)*)"\s+"((?:[^"\\]|\\.)*)"\s*\}\}/g;

// A merge field of a text has the ids of its step and field.
function withReferences(
  mappings: StepRow['mappings'],
  steps: readonly StepRow[],
): StepRow['mappings'] {
  const names = steps.map(({ name }) => name);
  const bound = Object.entries(mappings).map(([id, mapping]) => {
    const value = mapping.value?.replace(namedReference, (written, step: string, key: string) => {
      const found = steps[findStep(names, unquote(step)) ?? -1];
      const field = found?.method.responseFields.find((each) => each.key === unquote(key));
      return found === undefined || field === undefined ? written : `{{${found.id} ${field.id}}}`;
    });
    return [id, { ...mapping, value: value ?? null }] as const;
  });
  return Object.fromEntries(bound);
}

function unquote(name: string): string {
  return name.replaceAll(/\\(.)/g, '$1');
}

// Its steps are those of a template of its own.
function bind(state: State, { steps, variables, ...recorded }: RecordedCycle): Template {
  const { shareable, stepErrorAction, collectionSplitType, logStepDataRequests } = recorded;
  return bindTemplate(
    {
      name: recorded.name,
      description: recorded.description ?? '',
      tags: recorded.tags,
      isFresh: false,
      hasMinimalAnswer: false,
      settings: { shareable, stepErrorAction, collectionSplitType, logStepDataRequests },
      variables,
      steps: steps.map(({ version, accountConnectorId, actionType: _, ...step }) => ({
        ...step,
        version: version ?? null,
        slot: `${step.connector} ${accountConnectorId}`,
        connectorName: step.connector,
        authentication: null,
      })),
    },
    {
      id: recorded.id,
      isPublished: false,
      release: 1,
      releases: state.releases,
      seed: state.seed,
    },
  );
}

function start(
  state: State,
  row: CycleRow,
  { startAt, intervalMinutes, runOnce }: RecordedActivation,
): CycleRow {
  const nowMs = state.clock.nowMs();
  const startAtMs = startAt === undefined ? nowMs : Date.parse(startAt);
  const runAtMs = runOnce ? Math.max(startAtMs, nowMs) : null;
  const activation: Activation = { startAtMs, intervalMinutes, runOnce, runAtMs };
  return { ...row, status: 'Active', activation, nextRunAtMs: findFirstRunMs(activation, nowMs) };
}
