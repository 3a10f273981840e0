import { Refusal } from '../../http/reply.ts';
import type { State } from '../../state/state.ts';
import type { Method, Release } from '../catalog/catalog.ts';
import { findRelease } from '../catalog/find-release.ts';
import { bindReferences } from '../templates/bind-references.ts';
import { makeStepId } from '../templates/template.ts';
import {
  standardSettings,
  type TemplateSource,
  type WrittenStep,
  type WrittenTemplate,
} from '../templates/written-template.ts';
import { type ExportCodes, findCodes, findWord } from './export-codes.ts';
import type { ExportFile, FileMapping, FileStep } from './export-file.ts';
import { orderSteps } from './order-steps.ts';

/** A step of the file with its local connector and method. */
interface ResolvedStep {
  readonly step: FileStep;
  readonly release: Release;
  readonly method: Method;
}

/**
 * Resolves a file to a template by names, because ids of another place mean nothing here.
 * `templateId` is the id of the new template. A missing name is a 400 (SERVICE E.2 [D]).
 */
export function readExport(state: State, file: ExportFile, templateId: string): WrittenTemplate {
  const meant = orderSteps(file).map((step) => resolveStep(state, step));
  const seed = state.seed;
  const codes = findCodes(state.choices);
  return {
    name: file.name,
    description: file.description,
    tags: file.tags,
    isFresh: false,
    hasMinimalAnswer: false,
    settings: {
      shareable: file.shareable,
      logStepDataRequests: file.logStepDataRequests,
      stepErrorAction:
        findWord(codes.errorAction, file.errorAction) ?? standardSettings.stepErrorAction,
      collectionSplitType:
        findWord(codes.split, file.split) ?? standardSettings.collectionSplitType,
    },
    variables: file.variables,
    steps: meant.map((each, index) =>
      readStep(each, {
        slots: makeSlotNames(meant),
        codes,
        readSource: (mapping) =>
          readSource(mapping, { codes, meant, position: index, seed, templateId }),
      }),
    ),
  };
}

function resolveStep(state: State, step: FileStep): ResolvedStep {
  const { connector, version } = step;
  const release = findRelease(state.releases, connector, version === '' ? undefined : version);
  if (release === undefined || release.isDraft) {
    throw new Refusal(400, `There is no connector '${connector}' of version '${version}'.`);
  }
  const method =
    release.methods.find((each) => each.uniqueIdentifier === step.uniqueIdentifier) ??
    release.methods.find((each) => each.name === step.method);
  if (method === undefined) {
    throw new Refusal(
      400,
      `Connector '${connector}' of version '${release.version}' has no method '${step.method}'.`,
    );
  }
  return { step, release, method };
}

/** Slot names of a template: the connector, with a number from the second of a kind. */
function makeSlotNames(meant: readonly ResolvedStep[]): ReadonlyMap<string, string> {
  const slots = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const { step, release } of meant) {
    const key = `${release.name} ${step.slot}`;
    if (!slots.has(key)) {
      const count = (counts.get(release.name) ?? 0) + 1;
      counts.set(release.name, count);
      slots.set(key, count === 1 ? release.name : `${release.name}#${count}`);
    }
  }
  return slots;
}

function readStep(
  { step, release, method }: ResolvedStep,
  {
    slots,
    codes,
    readSource: read,
  }: {
    readonly codes: ExportCodes;
    readonly slots: ReadonlyMap<string, string>;
    readonly readSource: (mapping: FileMapping) => TemplateSource;
  },
): WrittenStep {
  const readAll = (of: FileMapping['of'], known: Method['fields']) =>
    Object.fromEntries(
      step.mappings
        .filter((mapping) => mapping.of === of)
        .map((mapping) => {
          if (!known.some(({ key }) => key === mapping.key)) {
            throw new Refusal(400, `Method '${method.name}' has no ${of} '${mapping.key}'.`);
          }
          return [mapping.key, read(mapping)];
        }),
    );
  const slot = slots.get(`${release.name} ${step.slot}`) ?? release.name;
  const type = findWord(codes.authentication, step.authentication ?? -1);
  return {
    name: step.name,
    description: step.description,
    slot,
    connectorName: step.accountConnector === '' ? slot : step.accountConnector,
    connector: release.name,
    version: release.version,
    method: method.name,
    authentication: release.authentication.find((each) => each.type === type)?.name ?? null,
    parameters: readAll('parameter', method.parameters),
    fields: readAll('field', method.fields),
  };
}

interface SourceContext {
  readonly codes: ExportCodes;
  readonly meant: readonly ResolvedStep[];
  readonly position: number;
  readonly seed: number;
  readonly templateId: string;
}

function readSource(mapping: FileMapping, at: SourceContext): TemplateSource {
  const { isLaunchVisible, value, label } = mapping;
  const kind = findWord(at.codes.mapping, mapping.code);
  switch (kind) {
    case 'step':
      return { isLaunchVisible, kind, ...readStepSource(value ?? '', at) };
    case 'value':
      return { isLaunchVisible, kind, value: value === null ? null : rewriteValue(value, at) };
    case 'variable':
      return { isLaunchVisible, kind, variable: value ?? '' };
    case 'option':
      return { isLaunchVisible, kind, option: value };
    case 'lookup':
      return { isLaunchVisible, kind, value, label };
    case 'ignore':
      return { isLaunchVisible, kind };
    case undefined:
      throw new Refusal(400, `The mapping of '${mapping.key}' has an unknown type.`);
  }
}

/** `stepGuid,fieldId` of an earlier step. */
function readStepSource(
  value: string,
  { meant, position }: SourceContext,
): { readonly index: number; readonly location: string } {
  const [stepId = '', fieldId = ''] = value.split(',');
  const index = meant.findIndex(({ step }) => step.id === stepId.trim().toLowerCase());
  const location = findLocation(meant[index], Number(fieldId));
  const isKnown = meant[index]?.method.responseFields.some(({ key }) => key === location);
  if (location === undefined || isKnown !== true || index >= position) {
    throw new Refusal(400, `'${value}' is no response field of an earlier step.`);
  }
  return { index, location };
}

/** Location of a field that a step gives; a webhook has it in either list (SERVICE L [Q1]). */
function findLocation(meant: ResolvedStep | undefined, fieldId: number): string | undefined {
  const delivered = meant?.method.type === 'Webhook' ? meant.step.requests.get(fieldId) : undefined;
  return meant?.step.responses.get(fieldId) ?? delivered;
}

/** Value with the merge-field ids of the new template. */
function rewriteValue(value: string, { meant, seed, templateId }: SourceContext): string {
  return bindReferences(value, ({ stepId, fieldId }) => {
    const index = meant.findIndex(({ step }) => step.id === stepId);
    const location = findLocation(meant[index], fieldId);
    const field = meant[index]?.method.responseFields.find(({ key }) => key === location);
    return field === undefined
      ? undefined
      : { stepId: makeStepId(seed, templateId, index), fieldId: field.id };
  });
}
