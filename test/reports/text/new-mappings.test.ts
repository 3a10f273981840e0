import { expect, it } from 'vitest';
import type { MappingSource } from '../../../src/model/desired/mapping.ts';
import type { FieldChange } from '../../../src/model/plan/change.ts';
import { formatReportMarkdown } from '../../../src/reports/markdown/format-report-markdown.ts';
import { join, made, readPlanText, reportPlan } from '../samples/read-text.ts';
import {
  changeField,
  contacts,
  plain,
  planned,
  secretFrom,
  unknown,
  update,
} from '../samples/samples.ts';

const nothing = plain(null);

function maps(target: string, value: MappingSource): FieldChange {
  return changeField(['steps', 'Add', 'fields', target], [nothing, plain(value)]);
}

const secret = changeField(['steps', 'Add', 'parameters', 'key'], [unknown, secretFrom('$KEY')]);
const fields = [
  changeField(['displayName'], [nothing, plain('Contacts')]),
  maps('Status', { kind: 'value', value: 'subscribed' }),
  maps('Mail', { kind: 'step', step: 'List', field: 'Contact.Email' }),
  secret,
];
const create = { ...update(contacts, []), verb: 'create', origin: 'T', fields } as const;

it('shows what each step of a new cycle is given, and of a secret where it comes from', async () => {
  expect(await readPlanText([planned([create])])).toContain(
    [
      '      + steps/Add/fields/Status             "subscribed"',
      '      + steps/Add/fields/Mail               step "List" Contact.Email',
      '      + steps/Add/parameters/key            secret from $KEY',
    ].join('\n'),
  );
});

it('does so in the text of a plan and in that of a pull request', async () => {
  const accounts = [planned([create])];
  const markdown = await join(formatReportMarkdown(reportPlan(accounts), made));
  for (const text of [await readPlanText(accounts), markdown]) {
    expect(text).toContain('+ steps/Add/fields/Status             "subscribed"');
    expect(text).toContain('secret from $KEY');
  }
});

it('is no longer than people read', async () => {
  const many = Array.from({ length: 100 }, (_, index) =>
    maps(`Field ${index}`, { kind: 'value', value: 'x'.repeat(5000) }),
  );
  const lines = (await readPlanText([planned([{ ...create, fields: many }])])).split('\n');
  expect(lines.length).toBeLessThan(265);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(240);
  expect(lines.join('\n')).toContain('60 more mappings');
});
