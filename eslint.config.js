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
      // One block: Node's modules, packages, relative files. A file's own CSS is last, after the CSS of its imports.
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
      // Scrollable elements must be reachable by keyboard (WCAG 2.1.1), so these may have a tabindex.
      'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: ['pre'], roles: ['tabpanel', 'region', 'img', 'log'] }],
      // Only `onClick` is checked: the table of the policy matrix handles the arrow keys of its cells.
      'jsx-a11y/no-noninteractive-element-interactions': ['error', { handlers: ['onClick'] }],
    },
  },
  {
    // The focus stays in the palette's input, which handles the keys and marks the option with aria-activedescendant.
    files: ['src/console/layout/palette/palette.tsx'],
    rules: { 'jsx-a11y/click-events-have-key-events': 'off', 'jsx-a11y/interactive-supports-focus': 'off' },
  },
  // Tests inspect API responses, which have no type there.
  { files: ['tests/**'], rules: { '@typescript-eslint/no-explicit-any': 'off' } },
);
