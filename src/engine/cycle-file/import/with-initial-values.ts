import { readMember } from '../../../kit/json/json.ts';
import type { FileMapping, LoadedCycleFile } from '../../../model/desired/cycle-file/cycle-file.ts';
import type { MappingSlot } from '../../../model/desired/mapping.ts';
import type { LiveStep, NamedItem, NamedParts } from '../../../model/live/live.ts';
import type { MethodItem } from '../../../model/live/method.ts';
import { isMarkedAction } from '../../../model/live/steps/to-split-fields.ts';
import { type ImportTarget, type ResolvedStep, resolveSteps } from './resolve-steps.ts';

const lists = { parameters: 'CycleParameters', fields: 'CycleFieldMappings' } as const;

/**
 * Adds to the items of a file's steps if the service requires them, and which ones the cycle begins
 * without. Says nothing where the file leaves room for doubt.
 */
export function withInitialValues(
  template: NamedParts,
  loaded: LoadedCycleFile,
  findRelease: ImportTarget['findRelease'],
): NamedParts {
  const target = { name: '', tags: [], connectors: new Map(), findRelease };
  // The check of the import reports what the service lacks.
  const resolved = new Map(
    resolveSteps(loaded, target, () => {}).map((each) => [each.step.label, each]),
  );
  const heads = new Set(template.edges.map(({ head }) => head));
  return {
    ...template,
    steps: template.steps.map((step) => {
      const found = resolved.get(step.id);
      if (found === undefined || step.isWebhook) return step;
      return heads.has(step.id) || isMarkedAction(found.method?.type)
        ? addItems(step, found)
        : step;
    }),
  };
}

function addItems(step: LiveStep, found: ResolvedStep): LiveStep {
  const addTo = (slot: MappingSlot) => {
    const isShown = Array.isArray(readMember(found.written, lists[slot]));
    const mapped = new Map(
      found.step.mappings
        .filter((mapping) => mapping.slot === slot)
        .map((mapping) => [mapping.target, mapping]),
    );
    return step[slot].map((item) =>
      isShown ? addInitial(item, found[slot].get(item.id), mapped.get(item.id)) : item,
    );
  };
  return { ...step, parameters: addTo('parameters'), fields: addTo('fields') };
}

// Files hold no secrets.
function addInitial(
  item: NamedItem,
  known: MethodItem | undefined,
  mapping: FileMapping | undefined,
): NamedItem {
  if (known === undefined || known.isSensitive || item.isSensitive) return item;
  const { isOptional } = known;
  return { ...item, isOptional, ...(mapping === undefined ? { initial: 'none' } : {}) };
}
