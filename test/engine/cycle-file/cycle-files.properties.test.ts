import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCycleFiles } from '../../../src/engine/cycle-file/compare/compare-cycle-files.ts';
import { makeCycleFile } from '../../../src/engine/cycle-file/export/make-cycle-file.ts';
import { makeImport } from '../../../src/engine/cycle-file/import/make-import.ts';
import { formatCycleFile } from '../../../src/engine/cycle-file/order-keys.ts';
import { parseCycleFile } from '../../../src/engine/cycle-file/parse-cycle-file.ts';
import type { Json, JsonObject } from '../../../src/kit/json/json.ts';
import type { LoadedCycleFile } from '../../../src/model/desired/cycle-file/cycle-file.ts';
import { type AnyCycle, anyCycle, labelsOf, makePlace, writeRawExport } from './any-export.ts';

function load(raw: Json): LoadedCycleFile & { readonly text: string } {
  const made = makeCycleFile(raw);
  if (made.kind !== 'made') throw new Error(made.says);
  expect(made.unresolvedIds).toEqual([]);
  const text = formatCycleFile(made.document);
  const { file, diagnostics, spanOf } = parseCycleFile('cycles/any.cycle.json', text);
  expect(diagnostics).toEqual([]);
  if (file === null) throw new Error('It has no diagnostics and no file.');
  const blobs = new Map(made.blobs.map((blob) => [blob.digest, blob.text]));
  return { path: 'cycles/any.cycle.json', file, blobs, spanOf, text };
}

function bring(cycle: AnyCycle, index: number): JsonObject {
  const imported = makeImport(load(writeRawExport(cycle, 1)), makePlace(cycle, index));
  if (imported.kind === 'made') return imported.raw;
  throw new Error(JSON.stringify(imported.diagnostics));
}

describe('a cycle file', () => {
  it('is the same whatever the ids of the place are that it comes from', () => {
    fc.assert(
      fc.property(anyCycle, (cycle) => {
        expect(load(writeRawExport(cycle, 2)).text).toBe(load(writeRawExport(cycle, 1)).text);
      }),
      { numRuns: 60, seed: 4 },
    );
  });

  it('is the same again after it was imported elsewhere and exported there', () => {
    fc.assert(
      fc.property(anyCycle, (cycle) => {
        expect(load(bring(cycle, 3)).text).toBe(load(writeRawExport(cycle, 1)).text);
      }),
      { numRuns: 60, seed: 5 },
    );
  });

  it('becomes an import in which each value is what it was, with the ids of the place', () => {
    fc.assert(
      fc.property(anyCycle, (cycle) => {
        const was = writeRawExport(cycle, 3);
        const is = bring(cycle, 3);
        expect(listValues(is)).toEqual(listValues(was));
      }),
      { numRuns: 40, seed: 6 },
    );
  });

  it('has one line for each sign of a name that hides or turns text, which says what it is', () => {
    fc.assert(
      fc.property(anyCycle, (cycle) => {
        const { text, file } = load(writeRawExport(cycle, 1));
        expect(text).not.toMatch(
          /[\p{Cc}\u202a-\u202e\u2028\u2029\u200b]/u.exec(text.replaceAll('\n', ''))?.[0] ?? /$^/,
        );
        expect(file.steps.map(({ label }) => label)).toEqual(labelsOf(cycle));
      }),
      { numRuns: 30, seed: 7 },
    );
  });

  it('differs in nothing from itself', () => {
    fc.assert(
      fc.property(anyCycle, (cycle) => {
        const { file } = load(writeRawExport(cycle, 1));
        expect(compareCycleFiles(file, load(bring(cycle, 2)).file)).toEqual([]);
      }),
      { numRuns: 30, seed: 8 },
    );
  });
});

/** Values of mappings and variables, with the GUIDs of steps by the order of the steps. */
function listValues(raw: JsonObject): unknown {
  const steps = (raw.Steps ?? []) as readonly Record<string, Json>[];
  const names = new Map(steps.map((step, index) => [String(step.Id), `<${index}>`]));
  const strip = (value: unknown) =>
    JSON.parse(
      [...names].reduce((text, [id, name]) => text.replaceAll(id, name), JSON.stringify(value)),
    ) as unknown;
  const sortAll = (list: Json | undefined) =>
    (list as readonly Json[]).map((item) => JSON.stringify(sortKeys(item))).sort();
  return strip(
    steps.map((step) => [
      step.Name,
      step.Method_Id,
      JSON.parse(String(step.ActionData)),
      sortAll(step.CycleParameters),
      (step.CycleFieldMappings as readonly JsonObject[])
        .map(({ Field, Value }) => [
          (Field as JsonObject).Id,
          (Field as JsonObject).Location,
          Value,
        ])
        .map((item) => JSON.stringify(item))
        .sort(),
    ]),
  );
}

function sortKeys(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}
