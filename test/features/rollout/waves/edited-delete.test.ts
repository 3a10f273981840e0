import { beforeAll, expect, it } from 'vitest';
import { blueprint, fleet, RolloutProject, waves } from '../rollout-project.ts';

let at: RolloutProject;

const second = `    second:
      from: {template: Contacts to Files}
      displayName: Second
      state: active
      schedule: {every: 15m}
      variables: {region: "\${inputs.region}"}
      steps:
        Get contact:
          parameters:
            contactId: {expression: '{{"List changed contacts" "Contact.Id"}}'}
            list: {option: "\${inputs.list}"}
`;

type Cycle = { readonly Id: string; readonly Name: string; readonly Status: string };

beforeAll(async () => {
  at = await RolloutProject.open();
  await at.edit('cyclectl.yaml', /( +)(service:)/, '$1protect: {maxChangedPercent: 100}\n$1$2');
  await at.edit(blueprint, /$/, second);
  expect((await at.run('apply', '--yes')).exitCode).toBe(0);
  await at.edit(fleet, /$/, waves.replace('rollout:\n', 'rollout:\n    budget: 1\n'));
  await at.edit(blueprint, second, '');
  const opened = await at.run('rollout', 'open', 'customers', '--yes', '--allow-deletes', '12');
  expect(opened.exitCode).toBe(0);
});

async function listCycles(account: string): Promise<readonly string[]> {
  const cycles = (await at.request(account, 'GET', '/v1.0/cycles')) as readonly Cycle[];
  return cycles.flatMap(({ Name, Status }) => (Status === 'DeleteScheduled' ? [] : [Name]));
}

// Stops the cycle, edits it and starts it again: it runs as before.
async function editSecond(account: string): Promise<void> {
  const cycles = (await at.request(account, 'GET', '/v1.0/cycles')) as readonly Cycle[];
  const path = `/v1.0/cycles/${cycles.find(({ Name }) => Name === 'Second')?.Id}`;
  await at.request(account, 'PUT', `${path}/deactivate`, '{}');
  await at.request(account, 'PUT', path, '{"Name": "Precious", "Description": "Mine"}');
  await at.request(account, 'PUT', `${path}/activate`, '{"Interval": 120}');
}

it('deletes no cycle that others changed since the approval, and says what changed', async () => {
  const [edited = '', other = ''] = await at.listMembers(0);
  await editSecond(edited);
  const { text } = await at.run('rollout', 'continue', 'customers');
  const object = `${edited}/cycles/second`;
  expect(text).toContain(`${edited} is held: `);
  expect(text).toContain(`(delete ${object}, which changed since)`);
  expect(text).toContain(`${object}/displayName: was "Second", is "Precious"`);
  expect(text).toMatch(new RegExp(`${object}/description: was ".*", is "Mine"`));
  expect(await listCycles(edited)).toContain('Precious');
  expect(await listCycles(other)).toEqual(['Contacts to files']);
});
