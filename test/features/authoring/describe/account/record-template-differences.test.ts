import { expect, it } from 'vitest';
import { ManifestNotes } from '../../../../../src/features/authoring/describe/account/manifest-notes.ts';
import { recordTemplateDifferences } from '../../../../../src/features/authoring/describe/account/record-template-differences.ts';
import type { TemplateShape } from '../../../../../src/model/live/live.ts';
import type { CycleDetails } from '../../../../../src/model/live/reading.ts';
import { liveCycle, liveStep, shapeOf, variable } from '../../../../support/values/make-live.ts';

const steps = ['List', 'Save'].map((name) => liveStep(name));
const template: TemplateShape = {
  steps,
  edges: [],
  variables: [variable('region')],
  flags: { logRequests: null, shareable: null },
  mappings: new Map(),
};

function noteOf(shape: Partial<CycleDetails['shape']>, own: TemplateShape | null = template) {
  const notes = new ManifestNotes('northwind', { has: () => false });
  const live = { ...shapeOf(steps, [variable('region')]), ...shape };
  const reading = { shape: live, parameters: new Map(), fields: new Map() };
  const cycle = { live: liveCycle('c1'), reading, template: null, shape: own };
  recordTemplateDifferences(cycle, 'sync', { notes });
  expect(notes.leftOut).toEqual([]);
  return notes.remarks.map(({ path, text }) => [path.slice(3).join('/'), text]);
}

it('says each step and variable that only the cycle has, or only its template', () => {
  const live = shapeOf([liveStep('List'), liveStep('Keep')], [variable('a'), variable('a')]);
  expect(noteOf(live)).toEqual([
    ['steps/Keep', 'The template has no step "Keep": a new cycle does not have it.'],
    ['steps/Save', 'The template has a step "Save" that is not here: a new cycle has it.'],
    ['variables/a', 'The template has no variable "a": a new cycle does not have it.'],
    [
      'variables/region',
      'The template has a variable "region" that is not here: a new cycle has it.',
    ],
  ]);
});

it('says nothing of what is the same, and of what the service does not show', () => {
  expect(noteOf({})).toEqual([]);
  expect(noteOf({ variables: [], hidesVariables: true })).toEqual([]);
  expect(noteOf({ steps: [], hidesOrder: true })).toEqual([]);
  expect(noteOf({ steps: [], variables: [] }, null)).toEqual([]);
});
