import { expect, it } from 'vitest';
import {
  makeConnectorDelete,
  makeConnectorOperations,
} from '../../../../src/engine/plan/operations/make-connector-operations.ts';
import { absent, connectorDiff, makeFieldDiff } from '../../../support/values/make-field-diff.ts';

it('installs a connector with all that it has, but for what the release says', () => {
  const paths = ['connector/name', 'displayName', 'properties/baseUrl'];
  const verdicts = paths.map((path) => makeFieldDiff(path, 'new'));
  const operations = makeConnectorOperations(connectorDiff('crm', verdicts, absent), ['before']);
  expect(operations).toMatchObject([
    {
      action: { kind: 'install-connector', paths: ['displayName', 'properties/baseUrl'] },
      does: 'installs Sample CRM as "crm"',
      repeat: 'check-first',
      after: ['before'],
    },
  ]);
});

it('writes its own fields in one request and each property in one of its own', () => {
  const paths = ['displayName', 'description', 'properties/a', 'properties/b'];
  const verdicts = [
    ...paths.map((path) => makeFieldDiff(path, 'live')),
    makeFieldDiff('auth', 'same'),
  ];
  const operations = makeConnectorOperations(connectorDiff('crm', verdicts), []);
  expect(operations.map(({ action, repeat }) => [action, repeat])).toEqual([
    [{ kind: 'update-connector', paths: ['displayName', 'description'] }, 'safe'],
    [{ kind: 'set-property', path: 'properties/a' }, 'check-first'],
    [{ kind: 'set-property', path: 'properties/b' }, 'check-first'],
  ]);
  expect(new Set(operations.map((operation) => operation.id)).size).toBe(3);
});

it('deletes a connector under its live name, after what used it', () => {
  const { address } = connectorDiff('crm');
  const operation = makeConnectorDelete(address, 'CRM of old', ['a', 'b']);
  expect(operation).toMatchObject({ after: ['a', 'b'], repeat: 'safe' });
  expect(operation.does).toBe('deletes the installed connector "CRM of old"');
});
