import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { ConnectorMethod, MethodItem } from '../../../model/live/method.ts';
import type { GivenValue, RequestedCall } from '../../../model/live/method-call.ts';
import { addValue, type BodyScalar, formatBody, makeBody } from './body-node.ts';
import { reportGiven, reportTwice } from './report-given.ts';

/** The body of a call: the text that was given, else its fields by Location, typed by DataType; null without any. */
export function makeRequestBody(
  asked: Pick<RequestedCall, 'fields' | 'body'>,
  method: ConnectorMethod,
): { readonly body: string | null } | { readonly refused: readonly Diagnostic[] } {
  if (asked.fields.length === 0) return { body: asked.body };
  if (asked.body !== null) return { refused: [reportBoth()] };
  const diagnostics: Diagnostic[] = [];
  const tree = makeBody();
  for (const given of asked.fields) {
    const field =
      method.fields.find(({ name }) => name === given.name) ??
      method.fields.find(({ id }) => id === given.name);
    if (field === undefined) {
      diagnostics.push(reportGiven('field', given, method.fields));
      continue;
    }
    const value = toScalar(field, given.text);
    if (value === null) diagnostics.push(reportType(field, given));
    else if (!addValue(tree, field.name, value)) diagnostics.push(reportTwice('field', given));
  }
  if (diagnostics.length > 0) return { refused: diagnostics };
  const body = formatBody(tree, method.format);
  return body === null ? { refused: [reportRoots()] } : { body };
}

/** The value as its DataType has it (SERVICE B); null when it is not of that type. */
function toScalar({ dataType }: MethodItem, text: string): BodyScalar | null {
  switch (dataType?.toLowerCase()) {
    case 'integer':
      return toBare(text, /^-?(?:0|[1-9]\d*)$/);
    case 'float':
    case 'decimal':
      return toBare(text, /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/);
    case 'boolean':
      return toBare(text.toLowerCase(), /^(?:true|false)$/);
    default:
      return { kind: 'scalar', text, isBare: false };
  }
}

function toBare(text: string, form: RegExp): BodyScalar | null {
  return form.test(text) ? { kind: 'scalar', text, isBare: true } : null;
}

function reportType(field: MethodItem, given: GivenValue): Diagnostic {
  return {
    code: 'call-value-invalid',
    severity: 'error',
    summary: `The field "${given.name}" is of the type ${field.dataType}, and its value is not`,
    remedy:
      field.dataType?.toLowerCase() === 'boolean'
        ? 'Write true or false.'
        : 'Write a number as JSON has it, such as 17 or -2.5; with --body FILE anything goes.',
  };
}

function reportBoth(): Diagnostic {
  return {
    code: 'call-value-invalid',
    severity: 'error',
    summary: 'A body of its own and single fields cannot both be sent',
    remedy: 'Leave out --field, or --body.',
  };
}

function reportRoots(): Diagnostic {
  return {
    code: 'call-value-invalid',
    severity: 'error',
    summary: 'The body is XML, which has exactly one outermost element, and the fields make others',
    remedy: 'Write the XML into a file and name it with --body FILE.',
  };
}
