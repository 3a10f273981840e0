import { toVisible } from '../../kit/text/visible-text.ts';

/** The address of a webhook step, whole: nobody can use a part of it. Nothing is made up where none is shown. */
export function formatWebhook(url: string | null): string {
  return url === null ? 'its address is not readable; the console shows it' : toVisible(url);
}
