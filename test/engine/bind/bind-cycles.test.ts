import { describe, expect, it } from 'vitest';
import { bindCycles } from '../../../src/engine/bind/bind-cycles.ts';
import type { TemplateItem } from '../../../src/model/live/live.ts';
import { at, makeCycle, syncTemplate } from '../../support/values/make-desired.ts';

const old: TemplateItem = { ...syncTemplate, id: 't1', tags: ['v1'] };
const fresh: TemplateItem = { ...syncTemplate, id: 't2', tags: ['v2', 'beta'] };
const bare: TemplateItem = { ...syncTemplate, id: 't3', name: 'Import' };

function bind(template: string, tag: string | null, templates: readonly TemplateItem[]) {
  const cycle = makeCycle('sync', { origin: { kind: 'template', template, tag, at: at(21) } });
  return bindCycles(new Map([['sync', cycle]]), { templates, areTemplatesListed: true });
}

/** The one thing that is wrong. */
function refuse(...asked: Parameters<typeof bind>) {
  const [bound] = bind(...asked);
  expect(bound?.source).toMatchObject({ kind: 'no-template', id: null, name: asked[0] });
  return bound?.source.kind === 'no-template' ? bound.source.refusal : undefined;
}

describe('bindCycles', () => {
  it('finds a template by its name, and one of several by its tag', () => {
    expect(bind('Import', null, [old, bare])).toMatchObject([{ source: { id: 't3' } }]);
    expect(bind('Sync', 'v2', [old, fresh])).toMatchObject([{ source: { id: 't2' } }]);
  });

  it('refuses to choose between templates of one name, and shows what differs', () => {
    const said = refuse('Sync', null, [old, fresh]);
    expect(said).toMatchObject({ code: 'template-ambiguous', at: at(21) });
    expect(said?.detail).toBe('t1 with the tags v1; t2 with the tags v2, beta');
  });

  it('names the tags that there are when none is the wanted one', () => {
    const said = refuse('Sync', 'v3', [old, fresh]);
    expect(said).toMatchObject({
      code: 'template-unknown',
      remedy: 'Its tags: "v1", "v2", "beta".',
    });
    expect(refuse('Import', 'v3', [bare])?.remedy).toBe('It has no tags: remove the tag.');
  });

  it('names the nearest templates, else some of those that there are', () => {
    expect(refuse('Synk', null, [old, bare])?.remedy).toBe('Nearest names: "Sync".');
    expect(refuse('Warehouse stock', null, [old, bare])?.remedy).toBe(
      'Existing names: "Import", "Sync".',
    );
    expect(refuse('Sync', null, [])?.remedy).toBe('The service has no templates.');
  });
});
