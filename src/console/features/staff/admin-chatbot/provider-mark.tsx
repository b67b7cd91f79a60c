import { Avatar } from 'antd';
import type { Provider } from '../../../../shared/model-kinds.ts';
import { Mark } from '../../../components/logo.tsx';

/** SVG paths of our own icons, on a 24 px grid. The providers' logos are trademarks, so they are not used. */
const SIGNS: Record<Exclude<Provider, 'embedded'>, string> = {
  openai: 'M12 4.5 18.5 8v8L12 19.5 5.5 16V8L12 4.5Zm0 4.5 3 1.7v2.6L12 15l-3-1.7v-2.6L12 9Z',
  anthropic: 'M5 19 12 5l7 14M8.2 13.5h7.6',
  google: 'M18.5 8A7.5 7.5 0 1 0 19.5 12H13',
  'openai-compatible': 'm8.5 8-4 4 4 4m7-8 4 4-4 4',
};

/** The icon of a model's provider. Decorative: the provider's name must be shown beside it. */
export function ProviderMark({ provider }: { provider: Provider }) {
  return (
    <Avatar
      shape="square"
      size={36}
      className="provider-mark"
      icon={
        provider === 'embedded' ? (
          <Mark size={22} />
        ) : (
          <svg
            className="icon"
            aria-hidden
            width="20"
            height="20"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
            strokeLinejoin="round"
          >
            <path d={SIGNS[provider]} />
          </svg>
        )
      }
    />
  );
}
