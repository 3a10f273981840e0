import { expect, it } from 'vitest';
import { listSlots } from '../../../../src/model/live/steps/list-slots.ts';
import { liveStep, shapeOf } from '../../../support/values/make-live.ts';

function step(id: string, connectorName: string | null, connectorId: string | null) {
  return liveStep(id, { connectorName, connectorId });
}

it('makes one slot of all steps that share an installed connector', () => {
  const { steps } = shapeOf([
    step('list', 'Sample CRM', '1'),
    step('wait', null, null),
    step('send', 'Sample Mailer', '2'),
    step('mark', 'Sample CRM', '1'),
  ]);
  expect(listSlots(steps)).toEqual([
    { name: 'Sample CRM', connectorName: 'Sample CRM', steps: ['list', 'mark'] },
    { name: 'Sample Mailer', connectorName: 'Sample Mailer', steps: ['send'] },
  ]);
});

it('counts connectors of one name in the order of execution', () => {
  const { steps } = shapeOf([step('from', 'Sample CRM', '9'), step('to', 'Sample CRM', '3')]);
  expect(listSlots(steps).map((slot) => [slot.name, slot.steps])).toEqual([
    ['Sample CRM', ['from']],
    ['Sample CRM#2', ['to']],
  ]);
});
