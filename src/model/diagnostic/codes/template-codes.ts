/** Diagnostics of templates that are exported and imported. */
export const templateCodes = {
  'template-exists': {
    means:
      'The console has a template of the name that an import was to make. With a second one nobody could say which of them a manifest means.',
    remedy:
      'Import it under another name. A new release of a template that is there is made in the console.',
  },
  'template-import-open': {
    means:
      'An earlier import of a template has no known end, and the list of templates does not say what became of it.',
    remedy:
      'Look in the console. Where the template is there, publish it and run the command again; where it is not, add --send-again.',
  },
  'template-unlisted': {
    means:
      'The service has taken a template and does not list it. It lists those alone that are published and have a Live release.',
    remedy: 'Look in the console: promote its release, and publish it.',
  },
} as const;
