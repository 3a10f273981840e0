import { findStep, parseSlot } from '../../world/file/look-up.ts';
import type { WorldMapping, WorldStep, WorldTemplate } from '../../world/file/world.ts';

// A stored template: steps name connector, version and method, and each other by position. World
// and import produce it; `bindTemplate` resolves it.

export interface WrittenTemplate {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly isFresh: boolean;
  readonly hasMinimalAnswer: boolean;
  readonly settings: TemplateSettings;
  readonly variables: readonly { readonly name: string; readonly value: string | null }[];
  /** In order of execution. */
  readonly steps: readonly WrittenStep[];
}

/** Settings that a cycle takes from its template (SERVICE E.2 [P]). */
export interface TemplateSettings {
  readonly shareable: boolean;
  readonly stepErrorAction: string;
  readonly collectionSplitType: string;
  readonly logStepDataRequests: boolean;
}

export interface WrittenStep {
  readonly name: string;
  readonly description: string;
  /** Steps of one slot share an installed connector. */
  readonly slot: string;
  /** Name of the slot's connector in an export. */
  readonly connectorName: string;
  readonly connector: string;
  /** Null: the latest version. */
  readonly version: string | null;
  /** Name of the method. */
  readonly method: string;
  /** Name of the authentication type, or null for the default. */
  readonly authentication: string | null;
  /** By TargetName. */
  readonly parameters: Readonly<Record<string, TemplateSource>>;
  /** By Location. */
  readonly fields: Readonly<Record<string, TemplateSource>>;
}

/** Source of a template mapping; steps are named by position. */
export type TemplateSource = { readonly isLaunchVisible: boolean } & (
  | { readonly kind: 'value'; readonly value: string | null }
  | { readonly kind: 'step'; readonly index: number; readonly location: string }
  | { readonly kind: 'variable'; readonly variable: string }
  | { readonly kind: 'option'; readonly option: string | null }
  | { readonly kind: 'lookup'; readonly value: string | null; readonly label: string | null }
  | { readonly kind: 'ignore' }
);

/** Settings of a template that gives none. */
export const standardSettings: TemplateSettings = {
  shareable: false,
  stepErrorAction: 'Ignore',
  collectionSplitType: 'None',
  // Low trust: Q3 of SERVICE L.
  logStepDataRequests: true,
};

/** A template of a valid world. */
export function toWritten(template: Omit<WorldTemplate, 'id' | 'published'>): WrittenTemplate {
  return {
    name: template.name,
    description: template.description ?? '',
    tags: template.tags ?? [],
    isFresh: template.freshInstallation ?? false,
    hasMinimalAnswer: template.minimalInstallAnswer ?? false,
    settings: {
      ...standardSettings,
      stepErrorAction: template.stepErrorAction ?? standardSettings.stepErrorAction,
      collectionSplitType: template.collectionSplitType ?? standardSettings.collectionSplitType,
    },
    variables: Object.entries(template.variables ?? {}).map(([name, value]) => ({ name, value })),
    steps: template.steps.map((step) => readStep(template.steps, step)),
  };
}

function readStep(steps: readonly WorldStep[], step: WorldStep): WrittenStep {
  const readAll = (mappings: Readonly<Record<string, WorldMapping>> | undefined) =>
    Object.fromEntries(
      Object.entries(mappings ?? {}).map(([key, mapping]) => [key, readSource(steps, mapping)]),
    );
  return {
    name: step.name,
    description: step.description ?? '',
    slot: step.connector,
    connectorName: step.connector,
    connector: parseSlot(step.connector).connector,
    version: step.version ?? null,
    method: step.method ?? step.name,
    authentication: null,
    parameters: readAll(step.parameters),
    fields: readAll(step.fields),
  };
}

function readSource(steps: readonly WorldStep[], mapping: WorldMapping): TemplateSource {
  const isLaunchVisible = false;
  if (typeof mapping === 'string') {
    return { isLaunchVisible, kind: 'value', value: mapping };
  }
  if ('step' in mapping) {
    const names = steps.map((step) => step.name);
    const index = findStep(names, mapping.step);
    if (index === undefined) {
      throw new Error(`Step '${mapping.step}' of a template passed its check and is not there.`);
    }
    return { isLaunchVisible, kind: 'step', index, location: mapping.field };
  }
  if ('variable' in mapping) {
    return { isLaunchVisible, kind: 'variable', variable: mapping.variable };
  }
  if ('option' in mapping) {
    return { isLaunchVisible, kind: 'option', option: mapping.option };
  }
  if ('lookup' in mapping) {
    const { value, label } = mapping.lookup;
    return { isLaunchVisible, kind: 'lookup', value, label: label ?? null };
  }
  return { isLaunchVisible, kind: 'ignore' };
}
