/** How a server answered a ClientHello, by the code that stands in evidence; `{0}` stands for the first value. */
export const answerTexts = {
  alert: '{0}',
  'server-hello': 'ServerHello {0} {1}',
  'retry-request': 'HelloRetryRequest {0} {1}',
  'retry-without-group': 'HelloRetryRequest without a group',
  'no-suite': 'ServerHello without a suite',
  'ssl2-hello': 'SSL 2.0 SERVER-HELLO with {0} cipher kinds',
  'ssl2-error': 'SSL 2.0 ERROR {0}',
  'closed-twice': 'Connection ended twice ({0}), while a known-good hello was answered',
} as const;
