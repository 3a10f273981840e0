import { expect, it } from 'vitest';
import { withCompanions } from '../../../src/engine/decide/with-companions.ts';
import { keep, makeFieldDiff, plain, secretField } from '../../support/values/make-field-diff.ts';

const companion = { kind: 'write', because: 'companion' } as const;
const warnings = makeFieldDiff('errorWebhook/includeWarnings', 'git');

it('sends fields in sync together with a written one', () => {
  const enabled = makeFieldDiff('errorWebhook/enabled', 'same');
  const zone = makeFieldDiff('timezone', 'same');
  expect(withCompanions('account', [enabled, zone, warnings])).toEqual([
    { ...enabled, disposition: companion },
    zone,
    warnings,
  ]);
});

it('sends the live value of a field that this run leaves as it is', () => {
  const url = makeFieldDiff('errorWebhook/url', 'git', { disposition: keep('out-of-scope') });
  const [sent] = withCompanions('account', [url, warnings]);
  expect(sent).toMatchObject({ disposition: companion, desired: { value: plain('there') } });
});

it('sends a reference from its secret, and nothing where the service has no value', () => {
  const disposition = keep('out-of-scope');
  const desired = secretField('errorWebhook/url', 'word');
  const url = makeFieldDiff('errorWebhook/url', 'git', { disposition, desired });
  const enabled = makeFieldDiff('errorWebhook/enabled', 'git', { disposition, live: plain(null) });
  expect(withCompanions('account', [url, enabled, warnings])).toEqual([
    { ...url, disposition: companion },
    enabled,
    warnings,
  ]);
});

it('adds nothing where nothing is written', () => {
  const fields = [makeFieldDiff('errorWebhook/url', 'same')];
  expect(withCompanions('account', fields)).toBe(fields);
});
