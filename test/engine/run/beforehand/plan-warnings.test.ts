import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../../src/model/diagnostic/diagnostic.ts';
import { planOf, type TestFixture } from '../../../worlds/fixture.ts';
import { applyAll, editManifest, listReasons, openQuickstart } from '../../../worlds/quickstart.ts';

// What a plan says beforehand of values that the service may take and that are probably wrong.

async function listWarnings(fixture: TestFixture): Promise<readonly Diagnostic[]> {
  const planned = await fixture.plan();
  expect(listReasons(planned)).toEqual([]);
  return planOf(planned, 'northwind').notices.flatMap((notice) =>
    notice.kind === 'warning' ? [notice.diagnostic] : [],
  );
}

describe('a value that the service does not list', () => {
  const status = { from: 'Status: subscribed', to: 'Status: subscribd' };

  it('is a warning of a new connector and a new cycle, at its line', async () => {
    const fixture = await openQuickstart();
    expect(await listWarnings(fixture)).toEqual([]);
    editManifest(fixture, 'northwind', status);
    editManifest(fixture, 'northwind', { from: '{option: Customers}', to: '{option: customer}' });
    editManifest(fixture, 'northwind', {
      from: '{region: eu}\n    files',
      to: '{region: ue}\n    files',
    });
    expect(await listWarnings(fixture)).toMatchObject([
      {
        code: 'value-unlisted',
        at: { file: 'accounts/northwind.yaml', line: 17, column: 28 },
        address: 'northwind/connectors/crm/properties/region',
        remedy: 'Existing values: "eu", "us".',
      },
      {
        at: { line: 40, column: 19 },
        address: 'northwind/cycles/contacts-to-files/steps/Get contact/parameters/list',
        remedy: 'Write list: {option: Customers}.',
      },
      {
        at: { line: 55, column: 21 },
        remedy: expect.stringMatching(/^Write Status: subscribed\./),
      },
    ]);
  });

  it('is a warning of an edit once, and does not stop it', async () => {
    const fixture = await openQuickstart();
    await applyAll(fixture);
    editManifest(fixture, 'northwind', status);
    expect(await listWarnings(fixture)).toMatchObject([{ code: 'value-unlisted' }]);
    await applyAll(fixture);
    expect(await listWarnings(fixture)).toEqual([]);
  });
});

describe('a text that is not of its type', () => {
  it('is a warning of a property and of a mapping, and none of an expression', async () => {
    const fixture = await openQuickstart();
    editManifest(fixture, 'northwind', { from: 'port: "0022"', to: 'port: ssh' });
    editManifest(fixture, 'northwind', {
      from: '        Write file:\n',
      to: '        List changed contacts: {parameters: {modifiedSince: yesterday}}\n        Write file:\n          parameters: {overwrite: {expression: "{{region}}"}}\n',
    });
    expect(await listWarnings(fixture)).toMatchObject([
      {
        code: 'value-of-other-type',
        summary: '"port" is of type Integer, and "ssh" is not',
        at: { file: 'accounts/northwind.yaml', line: 24, column: 49 },
      },
      {
        summary: '"modifiedSince" is of type DateTime, and "yesterday" is not',
        at: { line: 41, column: 61 },
        remedy: 'Write a date such as 2026-12-01T05:00:00Z: modifiedSince: VALUE.',
      },
    ]);
  });
});

describe('a source that runs after the step that takes it', () => {
  const source = {
    from: '{step: Get contact, field: Name}',
    to: '{step: Write file, field: file.id}',
  };
  const warning = {
    code: 'source-later',
    summary: '"Contact.Name" takes its value from its own step',
    at: { file: 'accounts/northwind.yaml', line: 44, column: 27 },
    address: 'northwind/cycles/contacts-to-files/steps/Write file/fields/Contact.Name',
    remedy: 'Take it from a step that runs before: "List changed contacts", "Get contact".',
  };

  it('is a warning of a new cycle', async () => {
    const fixture = await openQuickstart();
    editManifest(fixture, 'northwind', source);
    expect(await listWarnings(fixture)).toMatchObject([warning]);
  });

  it('is a warning of an edit, for one read of each edited cycle, and of nothing else', async () => {
    const fixture = await openQuickstart();
    await applyAll(fixture);
    const countEdges = async () => {
      const since = fixture.emulator.requests().length;
      const warnings = await listWarnings(fixture);
      const asked = fixture.emulator.requests().slice(since);
      return [asked.filter(({ path }) => path.endsWith('/edges')).length, warnings] as const;
    };
    expect(await countEdges()).toEqual([0, []]);
    editManifest(fixture, 'northwind', { from: 'Status: subscribed', to: 'Status: pending' });
    expect(await countEdges()).toEqual([1, []]);
    editManifest(fixture, 'northwind', source);
    expect(await countEdges()).toMatchObject([2, [warning]]);
    editManifest(fixture, 'northwind', { from: source.to, to: '{step: Get contact, field: Id}' });
    expect(await countEdges()).toEqual([2, []]);
  });

  it('is not judged where the edges cannot be read: the plan says so, and goes on', async () => {
    const fixture = await openQuickstart();
    await applyAll(fixture);
    // A cycle of ours with a baseline is read whole by a plan that edits it.
    fixture.loseStore();
    editManifest(fixture, 'northwind', source);
    fixture.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/**/edges', every: 1, do: 'status', status: 400 },
    ]);
    expect(await listWarnings(fixture)).toMatchObject([
      {
        code: 'order-unread',
        severity: 'warning',
        summary: expect.stringContaining('it is not checked that each source runs before'),
        address: 'northwind/cycles/contacts-to-files',
      },
    ]);
  });
});

describe('a sign-in', () => {
  const basic = / {6}auth:\n\s+basic:\n.*\n.*\n/;
  const address = 'northwind/connectors/files/auth';

  it('of a kind that the connector does not offer is a warning of a new connector and of an edit', async () => {
    const fixture = await openQuickstart();
    const edit = {
      from: 'apiKey: {env: northwind_crm_key}',
      to: 'basic: {username: sync, password: {env: northwind_crm_key}}',
    };
    const warning = {
      code: 'sign-in-not-offered',
      summary: '"Sample CRM" signs in with ApiKey, and the manifest has a user name and a password',
      at: { file: 'accounts/northwind.yaml', line: 16, column: 13 },
      remedy: 'Write auth: {apiKey: {env: NAME}}.',
    };
    editManifest(fixture, 'northwind', edit);
    expect(await listWarnings(fixture)).toMatchObject([warning]);
    editManifest(fixture, 'northwind', { from: edit.to, to: edit.from });
    await applyAll(fixture);
    expect(await listWarnings(fixture)).toEqual([]);
    editManifest(fixture, 'northwind', edit);
    expect(await listWarnings(fixture)).toMatchObject([warning]);
  });

  it('by a person that the connector does not offer is a warning before its install', async () => {
    const fixture = await openQuickstart();
    editManifest(fixture, 'northwind', {
      from: 'apiKey: {env: northwind_crm_key}',
      to: 'oauth: {user: it@northwind.example}',
    });
    expect(await listWarnings(fixture)).toMatchObject([{ code: 'sign-in-not-offered' }]);
  });

  it('that is missing is said once: before the install by the connector, then by its cycles', async () => {
    const fixture = await openQuickstart();
    editManifest(fixture, 'northwind', { from: basic, to: '' });
    expect(await listWarnings(fixture)).toMatchObject([{ code: 'sign-in-missing', address }]);
    await applyAll(fixture);
    const { notices } = planOf(await fixture.plan(), 'northwind');
    expect(notices.map(({ kind }) => kind)).not.toContain('warning');
    expect(notices).toContainEqual({
      kind: 'stays-paused',
      address: 'northwind/cycles/contacts-to-files',
      connectors: ['northwind/connectors/files'],
    });
  });
});
