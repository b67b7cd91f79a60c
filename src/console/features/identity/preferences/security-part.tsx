import { useTranslation } from 'react-i18next';
import { PageSection } from '../../../components/page-section.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { FactorList } from '../second-factor/factor-list.tsx';
import { useSecondFactor } from '../second-factor/use-second-factor.ts';

export function SecurityPart() {
  const { t } = useTranslation();
  const query = useSecondFactor();
  return (
    <PageSection title={t('second-factor.title')} text={t('second-factor.text')}>
      <Loaded query={query} waiting={<Skeleton rows={3} />}>
        {({ data }) => <FactorList factors={data} />}
      </Loaded>
    </PageSection>
  );
}
