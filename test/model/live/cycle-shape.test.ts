import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findStep,
  findTarget,
  findVariable,
  hasRepeatedNames,
  toLabelledSteps,
} from '../../../src/model/live/cycle-shape.ts';
import { labelsOf, liveStep, shapeOf, target, variable } from '../../support/values/make-live.ts';

/** Steps of these names; their ids are s0, s1, … */
function stepsOf(...names: readonly string[]) {
  return names.map((name, index) => liveStep(`s${index}`, { name }));
}

describe('labelSteps', () => {
  it('leaves a name that does not repeat as it is', () => {
    const steps = stepsOf('List', 'Add');
    expect(labelsOf(toLabelledSteps(steps, null))).toEqual(['List', 'Add']);
    expect(hasRepeatedNames(steps)).toBe(false);
  });

  it('counts a name that repeats in the order of execution, not of the list', () => {
    const steps = stepsOf('Add', 'List', 'Add');
    const flow = [
      { tail: 's1', head: 's2' },
      { tail: 's2', head: 's0' },
    ];
    const labelled = toLabelledSteps(steps, flow);
    expect(labelled.map((step) => [step.id, step.label])).toEqual([
      ['s1', 'List'],
      ['s2', 'Add#1'],
      ['s0', 'Add#2'],
    ]);
    expect(hasRepeatedNames(steps)).toBe(true);
  });

  it('keeps steps that no edge reaches, even those of a circle, at the end', () => {
    const circle = [
      { tail: 's0', head: 's1' },
      { tail: 's1', head: 's0' },
    ];
    expect(labelsOf(toLabelledSteps(stepsOf('A', 'B', 'C'), circle))).toEqual(['C', 'A', 'B']);
  });

  it('leaves the second of a longer name its label, where a shorter name is counted into it', () => {
    const names = stepsOf('List#2', 'List', 'List', 'List#2');
    const labels = labelsOf(toLabelledSteps(names, null));
    expect(labels).toEqual(['List#2#1', 'List#1', 'List#2#2#2', 'List#2#2']);
  });

  it('gives each step a label of its own, under which it is found', () => {
    const anyName = fc.constantFrom('a', 'b', 'a#1', 'a#2', 'a#1#1', 'a#1#1#1');
    fc.assert(
      fc.property(fc.array(anyName, { maxLength: 7 }), (names) => {
        const shape = shapeOf(stepsOf(...names));
        const labels = labelsOf(shape.steps);
        expect(new Set(labels).size).toBe(names.length);
        for (const step of shape.steps) {
          expect(findStep(shape, step.label)).toEqual({ kind: 'one', item: step });
        }
      }),
    );
  });
});

describe('findStep', () => {
  const shape = shapeOf(stepsOf('Get', 'Get', 'Add', 'Get#2'));

  it('lets a full name that ends in #2 win over the second of a name', () => {
    expect(findStep(shape, 'Get#2')).toMatchObject({ item: { id: 's3' } });
    expect(findStep(shape, 'Get#1')).toMatchObject({ item: { id: 's0' } });
  });

  it('takes #1 for a name that does not repeat', () => {
    expect(findStep(shape, 'Add#1')).toMatchObject({ item: { id: 's2' } });
    expect(findStep(shape, 'Add#2').kind).toBe('none');
  });

  it('lists what there is where a name means several or nothing', () => {
    expect(findStep(shape, 'Get')).toEqual({ kind: 'several', candidates: ['Get#1', 'Get#2#2'] });
    const candidates = ['Get#1', 'Get#2#2', 'Add', 'Get#2'];
    expect(findStep(shape, 'Remove')).toEqual({ kind: 'none', candidates });
  });
});

it('finds a target in its own list alone', () => {
  const step = liveStep('s', {
    parameters: [target('1', 'since')],
    fields: [target('2', 'Email'), target('3', 'Phone'), target('4', 'Phone')],
  });
  expect(findTarget(step, 'fields', 'Email')).toMatchObject({ item: { id: '2' } });
  expect(findTarget(step, 'parameters', 'Email')).toEqual({ kind: 'none', candidates: ['since'] });
  expect(findTarget(step, 'fields', 'Phone').kind).toBe('several');
  expect(findTarget(step, 'responses', 'Email')).toEqual({ kind: 'none', candidates: [] });
});

it('finds a variable by the name that people see', () => {
  const shape = shapeOf([], [variable('List'), variable('Region'), variable('Region')]);
  expect(findVariable(shape, 'List')).toEqual({ kind: 'one', item: variable('List') });
  expect(findVariable(shape, 'var_List').kind).toBe('none');
  expect(findVariable(shape, 'Region').kind).toBe('several');
});
