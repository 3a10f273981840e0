import { toDerivedGuid } from '../../world/derived-id.ts';
import type { World, WorldTemplate } from '../../world/file/world.ts';
import type { Authentication, Method, Release } from '../catalog/catalog.ts';
import { findRelease } from '../catalog/find-release.ts';
import {
  type TemplateSource,
  toWritten,
  type WrittenStep,
  type WrittenTemplate,
} from './written-template.ts';

/** An offered template, with all names resolved. */
export interface Template extends Omit<WrittenTemplate, 'steps'> {
  readonly id: string;
  readonly isPublished: boolean;
  /** Number of the release, from 1. */
  readonly release: number;
  /** In order of execution. */
  readonly steps: readonly TemplateStep[];
}

export interface TemplateStep {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Steps of one slot share an installed connector. */
  readonly slot: string;
  /** Name of the slot's connector in an export. */
  readonly connectorName: string;
  /** Id of the slot's connector in an export; absent for a number within the file. */
  readonly accountConnectorId?: number | null;
  readonly release: Release;
  readonly authentication: Authentication;
  readonly method: Method;
  /** By TargetName. */
  readonly parameters: ReadonlyMap<string, TemplateSource>;
  /** By Location. */
  readonly fields: ReadonlyMap<string, TemplateSource>;
}

/** Templates of a valid world. */
export function makeTemplates(
  world: World,
  releases: readonly Release[],
  seed: number,
): readonly Template[] {
  return (world.templates ?? []).map((written, index) => {
    const sameName = (world.templates ?? []).slice(0, index).filter(isNamed(written.name)).length;
    const id = written.id ?? toDerivedGuid(seed, ['template', written.name, sameName]);
    return bindTemplate(toWritten(written), {
      id,
      isPublished: written.published ?? true,
      release: 1,
      releases,
      seed,
    });
  });
}

/** Context for the resolution of a template. */
export interface TemplatePlace {
  readonly id: string;
  readonly isPublished: boolean;
  readonly release: number;
  readonly releases: readonly Release[];
  readonly seed: number;
}

/** Resolves a template; all its names must be checked before. */
export function bindTemplate(written: WrittenTemplate, location: TemplatePlace): Template {
  const { id, isPublished, release, releases, seed } = location;
  return {
    ...written,
    id,
    isPublished,
    release,
    steps: written.steps.map((step, index) => ({
      id: makeStepId(seed, id, index),
      ...bindStep(written, step, releases),
    })),
  };
}

/** True if every step of a template has its method. */
export function isBindable(written: WrittenTemplate, releases: readonly Release[]): boolean {
  return written.steps.every((step) => findStepMethod(step, releases).method !== undefined);
}

/** A template in stored form, with the exact releases that it is bound to. */
export function toWrittenTemplate({ steps, ...template }: Template): WrittenTemplate {
  const { name, description, tags, isFresh, hasMinimalAnswer, settings, variables } = template;
  return {
    ...{ name, description, tags, isFresh, hasMinimalAnswer, settings, variables },
    steps: steps.map((step) => ({
      name: step.name,
      description: step.description,
      slot: step.slot,
      connectorName: step.connectorName,
      connector: step.release.name,
      version: step.release.version,
      method: step.method.name,
      authentication: step.authentication.name,
      parameters: Object.fromEntries(step.parameters),
      fields: Object.fromEntries(step.fields),
    })),
  };
}

/** Id of a template step at a position; the same in all releases. */
export function makeStepId(seed: number, templateId: string, index: number): string {
  return toDerivedGuid(seed, ['template step', templateId, index]);
}

function isNamed(name: string): (template: WorldTemplate) => boolean {
  return (template) => template.name === name;
}

function findStepMethod(
  step: WrittenStep,
  releases: readonly Release[],
): { readonly release: Release | undefined; readonly method: Method | undefined } {
  const release = findRelease(releases, step.connector, step.version ?? undefined);
  return { release, method: release?.methods.find((each) => each.name === step.method) };
}

function bindStep(
  template: WrittenTemplate,
  step: WrittenStep,
  releases: readonly Release[],
): Omit<TemplateStep, 'id'> {
  const { release, method } = findStepMethod(step, releases);
  if (release === undefined || method === undefined) {
    throw new Error(
      `Step '${step.name}' of '${template.name}' passed its check and has no method.`,
    );
  }
  return {
    name: step.name,
    description: step.description,
    slot: step.slot,
    connectorName: step.connectorName,
    release,
    authentication:
      release.authentication.find((each) => each.name === step.authentication) ??
      release.defaultAuthentication,
    method,
    parameters: new Map(Object.entries(step.parameters)),
    fields: new Map(Object.entries(step.fields)),
  };
}
