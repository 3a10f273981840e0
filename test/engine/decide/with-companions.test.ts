import { describe, expect, it } from 'vitest';
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
  const url = makeFieldDiff('errorWebhook/url', 'same', { disposition, desired });
  const enabled = makeFieldDiff('errorWebhook/enabled', 'git', { disposition, live: plain(null) });
  expect(withCompanions('account', [url, enabled, warnings])).toEqual([
    { ...url, disposition: companion },
    enabled,
    warnings,
  ]);
});

it('adds nothing where nothing is written', () => {
  const fields = [makeFieldDiff('errorWebhook/url', 'same')];
  expect(withCompanions('account', fields)).toEqual(fields);
});

describe('a field beside a value of others that is not known in clear', () => {
  const kept = [{ disposition: { because: { kind: 'companion-lacks-secret' } } }, {}];

  it('is kept, so that no secret that others wrote is sent as text', () => {
    const url = makeFieldDiff('errorWebhook/url', 'git', {
      disposition: keep('out-of-scope'),
      redaction: 'may-be-secret',
      live: plain('there'),
    });
    const fields = withCompanions('account', [warnings, url]);
    expect(fields).toMatchObject(kept);
    expect(fields[1]).toBe(url);
  });

  it('is kept, so that a part of a run sends no secret that has changed since, or was never sent', () => {
    const desired = secretField('errorWebhook/url', 'word');
    const at = { disposition: keep('out-of-scope'), desired } as const;
    for (const comparison of ['git', 'live', 'other-key', 'not-readable'] as const) {
      const url = makeFieldDiff('errorWebhook/url', comparison, at);
      expect(withCompanions('account', [warnings, url]), comparison).toMatchObject(kept);
    }
  });

  it('is kept, so that no reference of Git is written over what others own', () => {
    const because = { kind: 'owned-by-others', owner: 'observed' } as const;
    const desired = secretField('errorWebhook/url', 'word');
    const at = { disposition: { kind: 'keep', because }, desired } as const;
    const other = makeFieldDiff('errorWebhook/url', 'live', at);
    expect(withCompanions('account', [warnings, other])).toMatchObject(kept);
    const same = makeFieldDiff('errorWebhook/url', 'same', at);
    expect(withCompanions('account', [warnings, same])).toMatchObject([
      warnings,
      { disposition: companion },
    ]);
  });
});
