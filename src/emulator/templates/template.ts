import type { Method, Release } from '../catalogue/catalogue.ts';
import { findRelease } from '../catalogue/find-release.ts';
import { deriveGuid } from '../derive-id.ts';
import { findStep, parseSlot } from '../world/look-up.ts';
import type { World, WorldMapping, WorldStep, WorldTemplate } from '../world/world.ts';

// Templates as they are offered: every name of the world bound to what it means.

export interface Template {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly isPublished: boolean;
  /** An install makes new connectors even where the account has one of that kind. */
  readonly isFresh: boolean;
  /** An install answers Id, Name and Status alone. */
  readonly hasMinimalAnswer: boolean;
  readonly variables: readonly { readonly name: string; readonly value: string | null }[];
  /** In the order of execution. */
  readonly steps: readonly TemplateStep[];
}

export interface TemplateStep {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Steps of one slot share an installed connector. */
  readonly slot: string;
  readonly release: Release;
  readonly method: Method;
  /** By TargetName. */
  readonly parameters: ReadonlyMap<string, TemplateSource>;
  /** By Location. */
  readonly fields: ReadonlyMap<string, TemplateSource>;
}

/** Where a mapping of the template takes its value; a step is named by its place. */
export type TemplateSource =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'step'; readonly index: number; readonly location: string }
  | { readonly kind: 'variable'; readonly variable: string }
  | { readonly kind: 'option'; readonly option: string }
  | { readonly kind: 'lookup'; readonly value: string; readonly label: string | null }
  | { readonly kind: 'ignore' };

/** The templates of a world that passed its check. */
export function makeTemplates(
  world: World,
  releases: readonly Release[],
  seed: number,
): readonly Template[] {
  return (world.templates ?? []).map((written, index) => {
    const sameName = (world.templates ?? []).slice(0, index).filter(isNamed(written.name)).length;
    const id = written.id ?? deriveGuid(seed, ['template', written.name, sameName]);
    return {
      id,
      name: written.name,
      description: written.description ?? '',
      tags: written.tags ?? [],
      isPublished: written.published ?? true,
      isFresh: written.freshInstallation ?? false,
      hasMinimalAnswer: written.minimalInstallAnswer ?? false,
      variables: Object.entries(written.variables ?? {}).map(([name, value]) => ({ name, value })),
      steps: written.steps.map((step, place) => ({
        id: deriveGuid(seed, ['template step', id, place]),
        ...bindStep(written, step, releases),
      })),
    };
  });
}

function isNamed(name: string): (template: WorldTemplate) => boolean {
  return (template) => template.name === name;
}

function bindStep(
  template: WorldTemplate,
  step: WorldStep,
  releases: readonly Release[],
): Omit<TemplateStep, 'id'> {
  const release = findRelease(releases, parseSlot(step.connector).connector, step.version);
  const method = release?.methods.find((each) => each.name === (step.method ?? step.name));
  if (release === undefined || method === undefined) {
    throw new Error(
      `Step '${step.name}' of '${template.name}' passed its check and has no method.`,
    );
  }
  const bindAll = (mappings: Readonly<Record<string, WorldMapping>> | undefined) =>
    new Map(
      Object.entries(mappings ?? {}).map(([key, mapping]) => [key, bindSource(template, mapping)]),
    );
  return {
    name: step.name,
    description: step.description ?? '',
    slot: step.connector,
    release,
    method,
    parameters: bindAll(step.parameters),
    fields: bindAll(step.fields),
  };
}

function bindSource(template: WorldTemplate, mapping: WorldMapping): TemplateSource {
  if (typeof mapping === 'string') {
    return { kind: 'value', value: mapping };
  }
  if ('step' in mapping) {
    const names = template.steps.map((step) => step.name);
    const index = findStep(names, mapping.step);
    if (index === undefined) {
      throw new Error(`Step '${mapping.step}' of '${template.name}' passed its check.`);
    }
    return { kind: 'step', index, location: mapping.field };
  }
  if ('variable' in mapping) {
    return { kind: 'variable', variable: mapping.variable };
  }
  if ('option' in mapping) {
    return { kind: 'option', option: mapping.option };
  }
  if ('lookup' in mapping) {
    const { value, label } = mapping.lookup;
    return { kind: 'lookup', value, label: label ?? null };
  }
  return { kind: 'ignore' };
}
