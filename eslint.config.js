import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import simpleImportSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', 'data', 'node_modules', 'src/server/db/migrations'] },
  ...tseslint.configs.recommended,
  {
    plugins: { 'simple-import-sort': simpleImportSort },
    rules: {
      // One block: Node's modules, packages, relative files; then a file's own styles, after those of what it imports.
      'simple-import-sort/imports': [
        'error',
        { groups: [['^\\u0000', '^node:', '^@?\\w', '^', '^\\.', '^\\u0000.*\\.css$']] },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['src/console/**'],
    extends: [jsxA11y.flatConfigs.recommended],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      // Sign-in pages and dialogs put the focus into their first field on purpose.
      'jsx-a11y/no-autofocus': 'off',
      // What scrolls is reached by the keyboard, too (WCAG 2.1.1).
      'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: ['pre'], roles: ['tabpanel', 'region', 'img'] }],
      // The policy matrix moves between its cells with the arrow keys.
      'jsx-a11y/no-noninteractive-element-interactions': ['error', { handlers: ['onClick'] }],
    },
  },
  {
    // The tabs in it take the focus.
    files: ['src/console/components/tabs.tsx'],
    rules: { 'jsx-a11y/interactive-supports-focus': 'off' },
  },
  {
    // The focus stays in the palette's field, which names the option by aria-activedescendant and handles the keys.
    files: ['src/console/layout/palette/palette.tsx'],
    rules: { 'jsx-a11y/click-events-have-key-events': 'off', 'jsx-a11y/interactive-supports-focus': 'off' },
  },
  // What an API answers is looked into by the tests before it has a type.
  { files: ['tests/**'], rules: { '@typescript-eslint/no-explicit-any': 'off' } },
);
