import { Body, withDefault } from '../http/body/body.ts';
import { Refusal } from '../http/reply.ts';
import { findTemplateRow, writeTemplateRow } from '../resources/templates/template-rows.ts';
import type { ConsoleAction } from './console-action.ts';

/**
 * `publish: {template: ID or NAME, published: true | false}`: lists the template, or not (SERVICE
 * A.4 [D]).
 */
export const publish: ConsoleAction = (state, value) => {
  const body = new Body(value);
  const published = body.boolean('published');
  if (published.kind !== 'value') {
    throw new Refusal(400, 'publish needs published, true or false.');
  }
  const row = findTemplateRow(state, withDefault(body.text('template'), ''));
  writeTemplateRow(state, { ...row, isPublished: published.value });
  return { template: row.id, published: published.value };
};
