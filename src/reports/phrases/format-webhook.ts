import { toVisible } from '../../kit/text/visible-text.ts';

/** The whole address of a webhook step, or a sentence if the service does not return it. */
export function formatWebhook(url: string | null): string {
  return url === null
    ? 'the service does not return its address; the console shows it'
    : toVisible(url);
}
