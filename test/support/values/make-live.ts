import type { CycleShape, NamedStep } from '../../../src/model/live/cycle-shape.ts';
import { toLabelledSteps } from '../../../src/model/live/cycle-shape.ts';
import type {
  ItemRules,
  LiveAccount,
  LiveConnector,
  LiveCycle,
  LiveMapping,
  LiveStep,
  LiveVariable,
  NamedItem,
} from '../../../src/model/live/live.ts';

// Live objects of small worlds, as the service module returns them.

/** Northwind without description, webhook or retention of its own. */
export function liveAccount(more: Partial<LiveAccount> = {}): LiveAccount {
  return {
    id: 'northwind-8812',
    name: 'Northwind',
    description: null,
    timezone: 'UTC',
    auditInfo: null,
    taskAuditInfo: null,
    successHours: null,
    erroredHours: null,
    webhookEnabled: false,
    webhookUrl: null,
    webhookIncludesWarnings: false,
    ...more,
  };
}

/** An installed Sample CRM that is signed in and shows nothing of its secret. */
export function liveConnector(id: string, more: Partial<LiveConnector> = {}): LiveConnector {
  return {
    id,
    name: 'crm',
    description: null,
    authenticated: true,
    authFingerprint: null,
    release: { id: '1', name: 'Sample CRM', version: '1' },
    properties: [],
    ...more,
  };
}

/** A paused cycle of the template Sync that never ran. */
export function liveCycle(id: string, more: Partial<LiveCycle> = {}): LiveCycle {
  return {
    id,
    name: 'sync',
    description: null,
    status: 'Paused',
    tags: [],
    templateId: 'template-1',
    successHours: null,
    erroredHours: null,
    errorAction: null,
    collectionSplit: null,
    logRequests: null,
    shareable: null,
    errorCount: 0,
    warningCount: 0,
    inProgressCount: 0,
    hasRun: false,
    schedule: null,
    connectors: [],
    ...more,
  };
}

/** A step of no connector, with neither parameters nor fields. */
export function liveStep(id: string, more: Partial<LiveStep> = {}): LiveStep {
  return {
    id,
    name: id,
    method: null,
    isWebhook: false,
    webhookUrl: null,
    connectorId: null,
    connectorName: null,
    parameters: [],
    fields: [],
    responses: [],
    ...more,
  };
}

/** Requirements of an item of which the service says nothing. */
export const noRules: ItemRules = { isOptional: true, dataType: null, values: [] };

/** A parameter or field that a mapping can fill. */
export function target(id: string, name: string, more: Partial<NamedItem> = {}): NamedItem {
  return { id, name, isSensitive: false, ...noRules, ...more };
}

/** A variable under the name that people see. */
export function variable(displayName: string, value: string | null = null): LiveVariable {
  return { systemName: `var_${displayName}`, displayName, value };
}

/** A shape of steps in the order of their running. */
export function shapeOf(
  steps: readonly LiveStep[],
  variables: readonly LiveVariable[] = [],
): CycleShape {
  return { steps: toLabelledSteps(steps, null), variables };
}

/** The label of each step. */
export function labelsOf(steps: readonly NamedStep[]): string[] {
  return steps.map((step) => step.label);
}

/** A mapping of which only the type and what a test names is set. */
export function liveMapping(type: string | null, more: Partial<LiveMapping> = {}): LiveMapping {
  return {
    targetId: '1',
    type,
    value: null,
    sourceStepId: null,
    sourceFieldId: null,
    triggerValue: null,
    triggerLabel: null,
    ...more,
  };
}
