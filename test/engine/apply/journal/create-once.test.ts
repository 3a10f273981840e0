import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOnce } from '../../../../src/engine/apply/journal/create-once.ts';
import type { Answer, ApiFailure } from '../../../../src/model/diagnostic/api-failure.ts';

type Reply = 'made' | 'lost' | 'refused';
type Look = 'there' | 'nothing' | 'failed';

const request = { method: 'POST', path: '/things', account: null };

function fail(kind: 'outcome-unknown' | 'conflict' | 'unexpected-shape'): Answer<never> {
  const failure: ApiFailure = { request, tries: 1, message: '', kind };
  return { ok: false, failure };
}

const replies: Readonly<Record<Reply, Answer<string>>> = {
  made: { ok: true, value: 'sent' },
  lost: fail('outcome-unknown'),
  refused: fail('conflict'),
};
const looks: Readonly<Record<Look, Answer<string | null>>> = {
  there: { ok: true, value: 'found' },
  nothing: { ok: true, value: null },
  failed: fail('unexpected-shape'),
};

/** Plays a service that replies and shows so, then no more; tells what was done and what came of it. */
async function play(sends: readonly Reply[], shows: readonly Look[]) {
  const [toSend, toShow] = [[...sends], [...shows]];
  const did: string[] = [];
  const clock = {
    now: () => '2026-12-01T05:00:00Z',
    wait: async () => {
      did.push('wait');
    },
  };
  const answer = await createOnce(clock, {
    send: async () => {
      did.push('send');
      return replies[toSend.shift() ?? 'lost'];
    },
    look: async () => {
      did.push('look');
      return looks[toShow.shift() ?? 'nothing'];
    },
  });
  return { did: did.join(' '), end: answer.ok ? answer.value : answer.failure.kind };
}

describe('createOnce', () => {
  it('sends once where the answer is known, be it yes or no', async () => {
    expect(await play(['made'], [])).toEqual({ did: 'send', end: 'sent' });
    expect(await play(['refused'], [])).toEqual({ did: 'send', end: 'conflict' });
  });

  it('takes what it finds after a lost answer, at the second look too', async () => {
    expect(await play(['lost'], ['there'])).toEqual({ did: 'send wait look', end: 'found' });
    const second = await play(['lost'], ['nothing', 'there']);
    expect(second).toEqual({ did: 'send wait look wait look', end: 'found' });
  });

  it('sends again when two looks show nothing', async () => {
    const { did, end } = await play(['lost', 'made'], ['nothing', 'nothing']);
    expect({ did, end }).toEqual({ did: 'send wait look wait look send', end: 'sent' });
  });

  it('does not send again when it cannot look', async () => {
    const { did, end } = await play(['lost'], ['nothing', 'failed']);
    expect({ did, end }).toEqual({ did: 'send wait look wait look', end: 'outcome-unknown' });
  });

  it('never sends more than twice, and looks twice between', async () => {
    const anyReply = fc.constantFrom<Reply[]>('made', 'lost', 'lost', 'refused');
    const anyLook = fc.constantFrom<Look[]>('there', 'nothing', 'nothing', 'failed');
    await fc.assert(
      fc.asyncProperty(fc.array(anyReply), fc.array(anyLook), async (sends, shows) => {
        const { did, end } = await play(sends, shows);
        expect(did).toMatch(/^send( wait look){0,2}( send( wait look){0,2})?$/);
        if (did.lastIndexOf('send') > 0) expect(did).toMatch(/^send wait look wait look send/);
        if (end === 'found') expect(did).toMatch(/look$/);
      }),
    );
  });
});
