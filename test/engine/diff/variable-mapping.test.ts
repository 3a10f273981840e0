import { expect, it } from 'vitest';
import { findCycle, openRunning } from '../../guarantees/open-documented.ts';
import { findDrift } from '../../worlds/cases/moved-account.ts';
import { openConsoleUser } from '../../worlds/console/console-user.ts';
import { readLive } from '../../worlds/quickstart.ts';

// Where variables are hidden, a mapping shows only the system name of its variable.

it('tells that a value became a variable where the service hides the names of variables', async () => {
  const fixture = await openRunning({ serves: 'full' });
  const { caller } = await openConsoleUser(fixture.emulator);
  const step = findCycle(fixture, 'Contacts to Mailer').steps.find(
    ({ name }) => name === 'Add subscriber',
  );
  const field = step?.method.fields.find(({ key }) => key === 'Status');
  const own = caller.inside(readLive(fixture, 'northwind').id);
  const answer = await own.call('PUT', `/v1.0/steps/${step?.id}/fieldmappings/${field?.id}`, {
    MappingType: 'Variable',
    Value: 'region',
  });
  expect(answer.status).toBe(200);
  const drift = await findDrift(fixture);
  expect(drift?.kind === 'read' ? drift.items : null).toMatchObject([
    {
      address: 'northwind/cycles/contacts-to-mailer',
      path: 'steps/Add subscriber/fields/Status',
      moved: 'live',
      now: { value: { kind: 'variable', variable: 'region' } },
    },
  ]);
});
