import { describe, expect, it } from 'vitest';
import { ExportTrust } from '../../../../src/engine/live/exports/export-trust.ts';

describe('the trust in exports', () => {
  it('takes no mapping for proven where only variables of two cycles differed', () => {
    const trust = new ExportTrust();
    trust.agree('variables', 'north', { of: 'variables', at: 'Sync' });
    trust.agree('variables', 'south', { of: 'variables', at: 'Sync' });
    trust.agree('value', 'all', { of: 'mappings', at: 'Sync\nlist' });
    trust.agree('value', 'all', { of: 'mappings', at: 'Sync\nlist' });
    trust.agree('edges', 'a b');
    trust.agree('edges', 'a b');
    expect(trust.isProven('variables', 'west', 'variables')).toBe(true);
    expect(trust.isProven('edges', 'a b')).toBe(true);
    expect(trust.isProven('value', 'all', 'mappings')).toBe(false);
    trust.agree('value', 'own', { of: 'mappings', at: 'Sync\nlist' });
    expect(trust.isProven('value', 'all', 'mappings')).toBe(true);
  });

  it('learns no word from an export that shows no number', () => {
    const trust = proveOwn(new ExportTrust());
    trust.agreeOnWord('mapping', null, 'StaticValue');
    trust.agreeOnWord('mapping', null, 'StaticValue');
    expect(trust.findWord('mapping', null)).toBeUndefined();
    trust.agreeOnWord('edge', null, null);
    trust.agreeOnWord('edge', null, null);
    expect(trust.findWord('edge', null)).toBeNull();
  });

  it('ends after three exports in a row that could not be read, and not before', () => {
    const trust = new ExportTrust();
    trust.recordFailure('first');
    trust.recordFailure('second');
    trust.recordRead();
    trust.recordFailure('third');
    trust.recordFailure('fourth');
    expect(trust.whyOff).toBeNull();
    trust.recordFailure('fifth');
    expect(trust.whyOff).toBe('fifth');
  });

  it('looks at the next account where the one before it throws at once', async () => {
    const trust = new ExportTrust();
    const thrown = trust.inTurn(() => {
      throw new Error('at once');
    });
    const next = trust.inTurn(async () => 'looked at');
    await expect(thrown).rejects.toThrow('at once');
    await expect(next).resolves.toBe('looked at');
  });
});

function proveOwn(trust: ExportTrust): ExportTrust {
  trust.agree('variables', 'north', { of: 'variables', at: 'Sync' });
  trust.agree('variables', 'south', { of: 'variables', at: 'Sync' });
  return trust;
}
