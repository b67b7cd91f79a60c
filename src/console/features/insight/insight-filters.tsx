import { Flex, Segmented, Switch } from 'antd';
import { VISITOR_TYPES } from '../../../shared/chat-types.ts';
import { ChoiceSelect, ChoicesSelect } from '../../components/choice-select.tsx';
import { t } from '../../providers/i18n.ts';
import { useCurrentContext } from '../../session/current-context.tsx';
import { type InsightView, type PeriodName, PERIODS } from './use-insight-view.ts';
import './insight.css';

export function InsightFilters(props: {
  view: InsightView;
  change: (patch: Partial<InsightView>) => void;
  /** Hides the filters by origin, for reports of all visitors. */
  withoutOrigin?: boolean;
}) {
  const { view, change } = props;
  const { contexts } = useCurrentContext();
  const options = contexts.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Flex
      wrap
      align="center"
      gap="middle"
      className="insight-filters part-gap"
      role="search"
      aria-label={t('insight.filters')}
    >
      <Segmented<PeriodName>
        aria-label={t('insight.period')}
        value={view.days}
        options={PERIODS.map((value) => ({ value, label: t(`insight.periods.${value}`) }))}
        onChange={(days) => change({ days })}
      />
      {contexts.length > 1 && (
        <div className="insight-contexts">
          <ChoicesSelect
            aria-label={t('insight.contexts')}
            placeholder={t('insight.allContexts')}
            options={options}
            value={view.contextIds}
            onChange={(contextIds) => change({ contextIds })}
            allowClear
          />
        </div>
      )}
      {!props.withoutOrigin && (
        <div className="insight-channel">
          <ChoiceSelect
            aria-label={t('insight.channel')}
            placeholder={t('insight.allChannels')}
            options={VISITOR_TYPES.map((value) => ({ value, label: t(`conversations.options.type.${value}`) }))}
            value={view.channel}
            onChange={(channel) => change({ channel })}
            allowClear
          />
        </div>
      )}
      {!props.withoutOrigin && !view.channel && (
        <Flex component="label" align="center" gap="small" className="small-text">
          <Switch size="small" checked={view.withTrials} onChange={(withTrials) => change({ withTrials })} />
          {t('insight.trials')}
        </Flex>
      )}
    </Flex>
  );
}
