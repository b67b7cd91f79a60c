import { Button, Col, Collapse, Flex, Row } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { foldIcon } from '../../../components/fold-icon.tsx';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { useTutorialCalls } from '../../../layout/tutorial/tutorial-requests.ts';
import { useCanFollowTutorial } from '../../../layout/tutorial/use-can-follow-tutorial.ts';

/** Explains contexts and subcontexts with an example. Initially open when there is a single context. */
export function ExplainContexts({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation();
  const canFollow = useCanFollowTutorial();
  const { begin, isBusy } = useTutorialCalls();
  return (
    <Collapse
      className="part-heading"
      defaultActiveKey={isOpen ? 'explain' : []}
      expandIcon={foldIcon}
      expandIconPosition="end"
      items={[
        {
          key: 'explain',
          label: (
            <Flex gap="small" align="baseline">
              <Icon name="info" />
              {t('contexts.explain.title')}
            </Flex>
          ),
          children: (
            <Row gutter={[32, 16]}>
              <Part icon="layers">{t('contexts.explain.context')}</Part>
              <Part icon="inherit">{t('contexts.explain.sub')}</Part>
              <Col xs={24} md={8} className="cell-quiet">
                {t('contexts.explain.example')}
              </Col>
              <Col span={24}>
                <Flex wrap gap={12} align="center">
                  {t('contexts.explain.inherit')}
                  {canFollow && (
                    <Button size="small" loading={isBusy} onClick={() => void begin()}>
                      {t('contexts.explain.tutorial')}
                    </Button>
                  )}
                </Flex>
              </Col>
            </Row>
          ),
        },
      ]}
    />
  );
}

const Part = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <Col xs={24} md={8}>
    <Flex gap={12}>
      <span className="context-icon">
        <Icon name={icon} />
      </span>
      {children}
    </Flex>
  </Col>
);
