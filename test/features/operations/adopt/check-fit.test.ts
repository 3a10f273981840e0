import { expect, it } from 'vitest';
import { checkFit } from '../../../../src/features/operations/adopt/check-fit.ts';
import {
  at,
  makeConnector,
  makeCycle,
  syncSource,
  syncTemplate,
} from '../../../support/values/make-desired.ts';
import { liveConnector, liveCycle } from '../../../support/values/make-live.ts';

const sync = { desired: makeCycle('sync'), source: syncSource };
const templates = [syncTemplate, { ...syncTemplate, id: 'template-2', name: 'Export' }];

function sayOfVersion(version: string | null, installed: string | null): string | null {
  const release = { id: '1', name: 'Sample CRM', version: installed };
  const connector = { name: 'Sample CRM', version, at: at(11) };
  const desired = makeConnector('crm', { connector });
  return checkFit({ live: liveConnector('7', { release }), desired })?.summary ?? null;
}

function sayOfTemplate(templateId: string | null): string | null {
  const live = liveCycle('7', { name: 'Sync', templateId });
  return checkFit({ live, bound: sync, templates })?.summary ?? null;
}

it('takes a connector for what it is, with both names', () => {
  const connector = { name: 'Sample Mailer', version: null, at: at(11) };
  const desired = makeConnector('mailer', { connector });
  expect(checkFit({ live: liveConnector('7', { name: 'crm' }), desired })).toMatchObject({
    code: 'adopt-not-fitting',
    summary: '"crm" (7) is a "Sample CRM", but the entry declares "Sample Mailer"',
    at: at(11),
    address: 'northwind/connectors/mailer',
  });
});

it('takes any version where none is written, and else that one alone', () => {
  expect(sayOfVersion(null, '1')).toBe(null);
  expect(sayOfVersion('1', '1')).toBe(null);
  expect(sayOfVersion('2', '1')).toBe(
    '"crm" (7) is "Sample CRM" version "1", but the entry declares "2"',
  );
});

it('takes a cycle of the very template, with both names', () => {
  expect(sayOfTemplate('template-1')).toBe(null);
  expect(sayOfTemplate('template-2')).toBe(
    '"Sync" (7) is made from "Export" (template-2), but the entry from "Sync" (template-1)',
  );
  expect(sayOfTemplate('template-9')).toContain('template-9, which the service does not list');
  expect(sayOfTemplate(null)).toContain('is made from no template');
});
