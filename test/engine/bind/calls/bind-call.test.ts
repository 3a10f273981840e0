import { describe, expect, it } from 'vitest';
import { bindCall } from '../../../../src/engine/bind/calls/bind-call.ts';
import { findMethod, toMethodSource } from '../../../../src/engine/bind/calls/find-method.ts';
import type { ConnectorMethod, MethodItem } from '../../../../src/model/live/method.ts';
import type { RequestedCall } from '../../../../src/model/live/method-call.ts';
import { SecretValue } from '../../../../src/model/secret/secret.ts';

const uniqueId = '5a0b7c7e-0002-4000-8000-00000000000a';
const release = { id: '101', name: 'Ledger', version: '1.0' };

function makeItem(id: string, name: string, more: Partial<MethodItem> = {}): MethodItem {
  return {
    id,
    name,
    description: null,
    dataType: 'Text',
    target: null,
    isOptional: true,
    isSensitive: false,
    values: [],
    ...more,
  };
}

const method: ConnectorMethod = {
  id: '7',
  uniqueId,
  name: 'Write invoice',
  description: null,
  category: null,
  type: 'Action',
  endpoint: null,
  format: 'json',
  parameters: [
    makeItem('11', 'since', { target: 'QueryString' }),
    makeItem('12', 'book id', { target: 'MergeField' }),
    makeItem('13', 'token', { target: 'HttpHeader', isSensitive: true }),
  ],
  fields: [
    makeItem('21', 'Invoice.Number', { dataType: 'Integer' }),
    makeItem('22', 'Invoice.IsPaid', { dataType: 'Boolean' }),
    makeItem('23', 'Invoice.Total', { dataType: 'Decimal' }),
    makeItem('24', '[lines].text'),
  ],
  responses: [],
};

const nothing: RequestedCall = {
  method: 'Write invoice',
  parameters: [],
  fields: [],
  mergeFields: [],
  customCategory: null,
  body: null,
};

function given(...pairs: readonly string[]) {
  return pairs.map((pair) => {
    const [name = '', text = ''] = pair.split('=');
    return { name, text };
  });
}

function bind(asked: Partial<RequestedCall>, more: Partial<ConnectorMethod> = {}) {
  const properties = [
    { name: 'region', isSensitive: false },
    { name: 'key', isSensitive: true },
  ];
  return bindCall(
    { ...nothing, ...asked },
    { account: 'northwind', connector: '4', method: { ...method, ...more }, properties },
  );
}

function remediesOf(bound: ReturnType<typeof bind>): readonly (string | undefined)[] {
  if (!('refused' in bound)) return expect.unreachable();
  return bound.refused.map(({ remedy }) => remedy);
}

describe('a method that is named', () => {
  it('goes by names, with a body of its fields typed as they are', () => {
    const bound = bind({
      parameters: given('since=2026', 'token=abc'),
      fields: given(
        'Invoice.Number=12345678901234567890',
        'Invoice.IsPaid=TRUE',
        'Invoice.Total=2.50',
        '[lines].text=a',
        '[lines].text=1',
      ),
      mergeFields: given('book id=3', 'region=eu'),
      customCategory: 5,
    });
    expect(bound).toEqual({
      call: {
        account: 'northwind',
        connector: '4',
        method: '7',
        values: {
          kind: 'by-name',
          body: '{"Invoice":{"Number":12345678901234567890,"IsPaid":true,"Total":2.50},"lines":[{"text":"a"},{"text":"1"}]}',
          parameters: { since: '2026', token: expect.any(SecretValue) },
          mergeFields: { 'book id': '3', region: 'eu' },
          customCategory: 5,
        },
      },
    });
  });

  it('gets no merge field that the connector marks as sensitive, and its value is not shown', () => {
    const bound = bind({ mergeFields: given('key=CANARY-merged', 'region=eu') });
    expect(bound).toMatchObject({ refused: [{ code: 'secret-merged' }] });
    expect(JSON.stringify(bound)).not.toContain('CANARY');
  });

  it('sends the text of a file as it is, and refuses fields beside it', () => {
    expect(bind({ body: '<a/>' })).toMatchObject({ call: { values: { body: '<a/>' } } });
    expect(bind({ body: '<a/>', fields: given('[lines].text=a') })).toMatchObject({
      refused: [{ code: 'call-value-invalid' }],
    });
  });

  it('writes XML where the catalog says so, and says where the fields make none', () => {
    const fields = given('Invoice.Number=1', 'Invoice.IsPaid=true');
    expect(bind({ fields }, { format: 'xml' })).toMatchObject({
      call: {
        values: {
          body: '<?xml version="1.0" encoding="UTF-8"?><Invoice><Number>1</Number><IsPaid>true</IsPaid></Invoice>',
        },
      },
    });
    expect(
      remediesOf(bind({ fields: given('[lines].text=a', 'Invoice.Number=1') }, { format: 'xml' })),
    ).toEqual(['Write the XML to a file and pass --body FILE.']);
  });
});

describe('a method that goes by id', () => {
  it('has the ids of its values, which may be written themselves', () => {
    const bound = bind({
      method: '7',
      parameters: given('since=2026', '13=abc'),
      fields: given('Invoice.Number=1'),
      mergeFields: given('book id=3'),
    });
    expect(bound).toMatchObject({
      call: {
        method: '7',
        values: {
          kind: 'by-id',
          parameters: { 11: '2026', 13: expect.any(SecretValue) },
          fields: { 21: '1' },
          mergeFields: { 12: '3' },
        },
      },
    });
  });

  it('follows the latest release where the unique identifier is written', () => {
    expect(bind({ method: uniqueId.toUpperCase() })).toMatchObject({
      call: { method: uniqueId, values: { kind: 'by-id' } },
    });
    expect(toMethodSource(uniqueId, release)).toEqual({
      kind: 'latest',
      name: 'Ledger',
      version: null,
    });
    expect(toMethodSource('7', release)).toEqual({ kind: 'release', id: '101' });
  });

  it('goes by names all the same where the ids have no place for a body', () => {
    expect(bind({ method: '7', body: '{}' })).toMatchObject({
      call: { method: '7', values: { kind: 'by-name', body: '{}' } },
    });
  });
});

describe('a value', () => {
  it('of an unknown name is refused with the flag that was meant', () => {
    expect(remediesOf(bind({ parameters: given('sinse=1') }))).toEqual([
      'Did you mean --param since=…',
    ]);
    expect(remediesOf(bind({ fields: given('Invoice.Numbr=1') }))).toEqual([
      'Did you mean --field Invoice.Number=…',
    ]);
    expect(remediesOf(bind({ mergeFields: given('bookid=1') }))).toEqual([
      "Did you mean --merge 'book id=…'",
    ]);
    expect(remediesOf(bind({ fields: given('x=1') }, { fields: [] }))).toEqual([
      'It has no request fields.',
    ]);
  });

  it('that is a merge field is refused under --param', () => {
    expect(remediesOf(bind({ parameters: given('book id=1') }))).toEqual([
      "Write --merge 'book id=…'",
    ]);
  });

  it('that is given twice, or is not of its type, is refused with all that is wrong', () => {
    const bound = bind({
      parameters: given('since=1', 'since=2'),
      fields: given('Invoice.Number=1.5', 'Invoice.IsPaid=yes', 'Invoice.Total=1,5'),
    });
    expect(bound).toMatchObject({
      refused: Array.from({ length: 4 }, () => ({ code: 'call-value-invalid' })),
    });
  });
});

describe('the method that is meant', () => {
  const other = { ...method, id: '8', uniqueId: null, name: '7', category: 'Odd' };

  it('is found by name before id, and by either identifier', () => {
    expect(findMethod('7', release, [method, other])).toEqual({ method: other });
    expect(findMethod('7', release, [method])).toEqual({ method });
    expect(findMethod(uniqueId, release, [method, other])).toEqual({ method });
  });

  it('is refused with the nearest names where there is none', () => {
    expect(findMethod('Write invoise', release, [method])).toMatchObject({
      refused: {
        code: 'method-unknown',
        summary: 'Ledger 1.0 has no method "Write invoise"',
        remedy: 'Nearest names: "Write invoice".',
      },
    });
  });

  it('is refused with the ids to choose by where there are several', () => {
    const twins = [method, { ...method, id: '9', category: 'Drafts' }];
    expect(findMethod('Write invoice', release, twins)).toMatchObject({
      refused: {
        code: 'method-ambiguous',
        remedy: 'Write the id of one instead of the name: 7, 9 (Drafts).',
      },
    });
  });
});
