import { describe, expect, it } from 'vitest';
import { bindConnectors } from '../../../src/engine/bind/bind-connectors.ts';
import type { DesiredConnector } from '../../../src/model/desired/desired.ts';
import type { DesiredField } from '../../../src/model/fields/field-value.ts';
import type { ConnectorRelease } from '../../../src/model/live/live.ts';
import {
  at,
  fieldsOf,
  listRefused,
  makeConnector,
  makeRelease,
  plainField,
} from '../../support/values/make-desired.ts';
import { secretField } from '../../support/values/make-field-diff.ts';
import { noRules } from '../../support/values/make-live.ts';

function bind(connector: DesiredConnector, releases: readonly ConnectorRelease[]) {
  const bound = bindConnectors(new Map([[connector.key, connector]]), releases);
  return { bound, diagnostics: bound.flatMap(listRefused) };
}

function wants(name: string, version: string | null = null): DesiredConnector {
  return makeConnector('crm', { connector: { name, version, at: at(11) } });
}

const catalogue = ['1', '10', '9'].map((version) => makeRelease({ id: `r${version}`, version }));

describe('the release', () => {
  it('is the one that the manifest names', () => {
    expect(bind(wants('Sample CRM', '9'), catalogue).bound[0]?.release?.id).toBe('r9');
  });

  it('is the latest by number where the manifest names none', () => {
    expect(bind(wants('Sample CRM'), catalogue).bound[0]?.release?.id).toBe('r10');
  });

  it('is the one of the highest id among equal versions', () => {
    const twins = ['9', '10', '8'].map((id) => makeRelease({ id, version: null }));
    expect(bind(wants('Sample CRM'), twins).bound[0]?.release?.id).toBe('10');
  });
});

describe('what the catalog lacks', () => {
  it('is reported with the available versions', () => {
    const { bound, diagnostics } = bind(wants('Sample CRM', '2'), catalogue);
    expect(bound).toMatchObject([{ release: null }]);
    expect(diagnostics).toMatchObject([
      {
        code: 'connector-version-unknown',
        at: at(11),
        remedy: 'Available versions: "1", "10", "9".',
      },
    ]);
  });

  it('is reported with the nearest names', () => {
    const { diagnostics } = bind(wants('Sample CMR'), catalogue);
    expect(diagnostics).toMatchObject([
      { code: 'connector-unknown', remedy: 'Nearest names: "Sample CRM".' },
    ]);
  });

  it('is reported without a suggestion if no name of the catalog is near', () => {
    const { diagnostics } = bind(wants('Warehouse'), catalogue);
    expect(diagnostics[0]?.remedy).toBe('Existing names: "Sample CRM".');
    expect(bind(wants('Warehouse'), []).diagnostics[0]?.remedy).toBe(
      'The catalog of this service is empty.',
    );
  });

  it('does not keep the others from being bound', () => {
    const wanted = new Map([
      ['a', wants('Nothing')],
      ['b', wants('Sample CRM')],
    ]);
    const bound = bindConnectors(wanted, catalogue);
    expect(bound.map(({ refusals }) => refusals.length)).toEqual([1, 0]);
  });

  it('may be a secret in all of its properties', () => {
    const fields = fieldsOf(plainField('properties/token', 'word'), plainField('description', 'x'));
    const { bound } = bind({ ...wants('Nothing'), fields }, catalogue);
    expect(bound[0]?.sensitive).toEqual(new Set(['token']));
  });
});

describe('the authentication type', () => {
  const release = makeRelease({
    authentications: [
      { id: 'a1', name: 'Key', type: 'ApiKey' },
      { id: 'a2', name: 'OAuth', type: 'OAuth2' },
    ],
  });

  it('is found by its name, and left to the service where none is written', () => {
    const chosen = makeConnector('crm', { authentication: 'OAuth' });
    expect(bind(chosen, [release]).bound[0]?.authenticationId).toBe('a2');
    expect(bind(makeConnector('crm'), [release]).bound[0]?.authenticationId).toBeNull();
  });

  it('is refused with those on offer', () => {
    const wrong = makeConnector('crm', { authentication: 'Basic' });
    expect(bind(wrong, [release]).diagnostics).toMatchObject([
      { code: 'authentication-unknown', remedy: 'It offers "Key", "OAuth".' },
    ]);
    expect(bind(wrong, [makeRelease()]).diagnostics[0]?.remedy).toContain('remove the line');
  });
});

describe('properties', () => {
  const release = makeRelease({
    properties: [
      { name: 'baseUrl', isSensitive: false, ...noRules, isOptional: false },
      { name: 'token', isSensitive: true, ...noRules },
      { name: 'region', isSensitive: false, ...noRules, values: ['eu', 'us'] },
      { name: 'key', isSensitive: true, ...noRules, values: ['eu', 'us'] },
    ],
  });
  const withField = (...fields: readonly DesiredField[]) =>
    bind(makeConnector('crm', { fields: fieldsOf(...fields) }), [release]);

  it('may be text or references, and the secret ones are known', () => {
    const { bound, diagnostics } = withField(
      plainField('properties/baseUrl', 'x'),
      secretField('properties/token', 'word'),
      plainField('description', 'no property'),
    );
    expect(diagnostics).toEqual([]);
    expect(bound[0]?.sensitive).toEqual(new Set(['token', 'key']));
  });

  it('are refused as text where the catalog calls them secret', () => {
    const { diagnostics } = withField(plainField('properties/token', 'word', 14));
    expect(diagnostics).toMatchObject([
      {
        code: 'secret-as-text',
        at: at(14),
        address: 'northwind/connectors/crm/properties/token',
      },
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain('word');
  });

  it('are refused where the connector has none of that name, with the names that it has', () => {
    const near = withField(plainField('properties/baseURL', 'x')).diagnostics;
    expect(near).toMatchObject([{ code: 'property-unknown', remedy: 'Nearest names: "baseUrl".' }]);
    const far = withField(plainField('properties/warehouse', 'x')).diagnostics;
    expect(far[0]?.remedy).toBe('Existing names: "baseUrl", "key", "region", "token".');
  });

  it('are warned about where the catalog lists other values, unless they are secret', () => {
    const { bound, diagnostics } = withField(
      plainField('properties/region', 'ue', 14),
      secretField('properties/key', 'word'),
      plainField('properties/baseUrl', 'x'),
    );
    expect(diagnostics).toEqual([]);
    expect([...(bound[0]?.warnings ?? [])]).toMatchObject([
      [
        'properties/region',
        {
          code: 'value-unlisted',
          at: at(14),
          address: 'northwind/connectors/crm/properties/region',
          remedy: 'Existing values: "eu", "us".',
        },
      ],
    ]);
  });
});
