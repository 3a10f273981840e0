import { expect, test } from 'vitest';
import type { MethodItem } from '../../../src/emulator/resources/catalog/catalog.ts';
import type {
  CycleRow,
  MappingRow,
  StepRow,
} from '../../../src/emulator/resources/cycles/cycle-row.ts';
import { makeCycle } from '../../../src/emulator/resources/cycles/cycles.ts';
import { emptyMapping } from '../../../src/emulator/resources/steps/mapping-rules.ts';
import { listSourceSteps, resolveValues } from '../../../src/emulator/runs/resolve-values.ts';
import type { OpenTransaction } from '../../../src/emulator/runs/transactions/transaction.ts';
import { runInlineScripts } from '../../../src/emulator/scripts/inline-script.ts';
import { openState } from '../support/open-state.ts';

const source = '10000000-0000-4000-8000-000000000001';
const item: MethodItem = {
  id: 1,
  name: 'x',
  key: 'x',
  target: null,
  dataType: 'Text',
  isOptional: true,
  isSensitive: false,
  values: null,
  lookup: null,
};

/** A step with one request field, or with response fields alone. */
function makeStep(
  id: string,
  mapping: Partial<MappingRow> | null,
  answers: readonly string[] = [],
) {
  return {
    id,
    mappings: mapping === null ? {} : { 1: { ...emptyMapping, ...mapping } },
    method: {
      parameters: [],
      fields: mapping === null ? [] : [item],
      responseFields: answers.map((key, index) => ({ ...item, id: 10 + index, key })),
    },
  } as unknown as StepRow;
}

/** What a mapping gives, where an earlier step brought items for the Locations given. */
function map(...given: Parameters<typeof mapAll>) {
  return mapAll(...given).values.get(1);
}

function mapAll(
  mapping: Partial<MappingRow>,
  items: readonly unknown[] = [],
  answers: readonly string[] = [],
) {
  const step = makeStep('here', mapping);
  const cycle: CycleRow = {
    ...makeCycle(openState({}), 'northwind', 'x'),
    variables: [
      {
        systemName: 'v_region',
        displayName: 'region',
        value: 'eu since {{LastSuccessfulRunDate format="yyyy"}}',
        mappingType: null,
        isOwn: false,
      },
    ],
  };
  const sinceMs = Date.UTC(2026, 10, 30, 6);
  const transaction = { sinceMs, brought: { [source]: items } } as unknown as OpenTransaction;
  const steps = new Map([[source, makeStep(source, null, answers)]]);
  return resolveValues(step, { cycle, transaction, steps });
}

const previous = { type: 'PreviousStep', sourceStepId: source, sourceFieldId: 10 } as const;

test('a previous step gives the value at its Location, as it is', () => {
  expect(map(previous, [{ a: { b: 7 } }], ['a.b'])).toBe(7);
  expect(map(previous, [{ a: { b: false } }], ['a.b'])).toBe(false);
  expect(map(previous, [{ a: {} }], ['a.b'])).toBeUndefined();
});

test('arrays on the way give lists of lists', () => {
  const rows = { rows: [{ cells: [{ v: 1 }, { v: 2 }] }, { cells: [{ v: 3 }] }] };
  expect(map(previous, [rows], ['[rows].[cells].v'])).toEqual([[1, 2], [3]]);
});

test('several items give a list, and an object is JSON text', () => {
  expect(map(previous, [{ id: 1 }, { id: 2 }], ['id'])).toEqual([1, 2]);
  expect(map(previous, [{ at: { x: 1 } }], ['at'])).toBe('{"x":1}');
});

test('a text may hold fields of earlier steps, and one that is a field alone keeps its type', () => {
  const field = `{{${source.toUpperCase()} 10}}`;
  expect(map({ type: 'StaticValue', value: `No. ${field}!` }, [{ id: 5 }], ['id'])).toBe('No. 5!');
  expect(map({ type: 'StaticValue', value: field }, [{ id: 5 }], ['id'])).toBe(5);
  expect(map({ type: 'StaticValue', value: `${field} EUR` }, [{}], ['id'])).toBe(' EUR');
});

test('LastSuccessfulRunDate is written in the format that is requested', () => {
  const write = (value: string) => map({ type: 'StaticValue', value });
  expect(write('{{LastSuccessfulRunDate}}')).toBe('2026-11-30T06:00:00Z');
  expect(write('from {{ lastsuccessfulrundate format=dd/MM/yyyy }} on')).toBe('from 30/11/2026 on');
  expect(write('{{something else}}')).toBe('{{something else}}');
});

test('a variable gives its value with its merge fields, a lookup what was chosen', () => {
  expect(map({ type: 'Variable', value: 'v_region' })).toBe('eu since 2026');
  expect(map({ type: 'Variable', value: 'v_gone' })).toBeUndefined();
  expect(map({ type: 'Lookup', triggerValue: '17' })).toBe('17');
  expect(map({ type: 'ValueList', value: 'open' })).toBe('open');
  expect(map({ type: 'Ignore', value: 'x' })).toBeUndefined();
});

test('an inline script is run with what its merge fields stand for, whatever is in that', async () => {
  const field = `{{${source} 10}}`;
  const run = async (value: string, brought: unknown) => {
    const mapped = mapAll({ type: 'StaticValue', value }, [{ v: brought }], ['v']);
    expect(mapped.values.size).toBe(0);
    const computed = await runInlineScripts(openState({}), mapped.scripts);
    return 'reason' in computed ? computed.reason : computed.values.get(1);
  };
  // It would end each kind of text, were it put there as it is.
  const hostile = `'"\`$${'{1}'}\n\\);]`;
  const ask =
    '(() => { try { http_request("http://a/") } catch (error) { return error.message } })()';
  const year = '"{{LastSuccessfulRunDate format=yyyy}}".length';
  const parts = [field, `"a${field}"`, `'${field}'`, `\`\\"${field}\``, year, ask];
  expect(await run(`=[${parts}]`, hostile)).toEqual([
    hostile,
    `a${hostile}`,
    hostile,
    `"${hostile}`,
    4,
    'An inline script sends no requests.',
  ]);
  expect(await run(`=${field} * nothing`, 20)).toMatch(/ReferenceError/);
});

test('a step depends on the steps that its mappings and their texts name', () => {
  const named = makeStep('here', { type: 'StaticValue', value: `a {{${source} 10}}` });
  expect([...listSourceSteps(named)]).toEqual([source]);
  expect([...listSourceSteps(makeStep('here', previous))]).toEqual([source]);
  expect([...listSourceSteps(makeStep('here', { type: 'Variable', value: 'v' }))]).toEqual([]);
});
