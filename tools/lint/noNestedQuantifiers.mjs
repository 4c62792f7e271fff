// @ts-check
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

/**
 * A repetition without end inside another one, `(a*b*)*`, can split a text in exponentially many ways, and analysers of
 * ambiguity miss some of them. Such a text is read by a scanner.
 * @type {import('eslint').Rule.RuleModule}
 */
export const noNestedQuantifiers = {
  meta: {
    type: 'problem',
    docs: { description: 'No unbounded repetition within an unbounded repetition in a regular expression.' },
    messages: {
      nested:
        'An unbounded repetition within another one may take exponential time: {{source}}. Read such a text by a scanner.',
    },
    schema: [],
  },
  create(context) {
    const parser = new RegExpParser();
    return {
      'Literal[regex]'(/** @type {any} */ node) {
        const { pattern, flags } = node.regex;
        let depth = 0;
        visitRegExpAST(
          parser.parsePattern(pattern, 0, pattern.length, {
            unicode: flags.includes('u'),
            unicodeSets: flags.includes('v'),
          }),
          {
            onQuantifierEnter({ max, raw }) {
              if (max !== Infinity) return;
              depth += 1;
              if (depth === 2) context.report({ node, messageId: 'nested', data: { source: raw } });
            },
            onQuantifierLeave({ max }) {
              if (max === Infinity) depth -= 1;
            },
          },
        );
      },
    };
  },
};
