import { Button, Card, Col, Flex, List, Row, Tag, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EMBEDDED_ANSWER_COST } from '../../../../shared/constants.ts';
import type { ModelRecord } from '../../../../shared/models.ts';
import { Skeleton } from '../../../components/skeleton.tsx';
import { RowAction } from '../../../resource/row-actions.tsx';
import { DeleteModel } from './delete-model.tsx';
import { CHATBOT_PAGE, isEmbedded, useTrial } from './models.ts';
import { ProviderMark } from './provider-mark.tsx';
import { TrialResult } from './trial-result.tsx';
import { writtenAbout, writtenDecimal, writtenTokens } from './written-cost.ts';

/** Returns the sentence that tells how many tokens a credit buys with a model. */
function useCostWords({ kind, provider, inputTokensPerCredit, outputTokensPerCredit }: ModelRecord): string {
  const { t } = useTranslation();
  if (provider === 'embedded')
    return t('models.cost.embedded', { credits: writtenDecimal(EMBEDDED_ANSWER_COST / 1_000) });
  const input = writtenTokens(inputTokensPerCredit);
  if (kind === 'embedding') return t('models.cost.embedding', { input });
  return t('models.cost.chat', { input, output: writtenAbout(outputTokensPerCredit) });
}

function ModelRow({ model, plans }: { model: ModelRecord; plans: readonly string[] }) {
  const { t } = useTranslation();
  const cost = useCostWords(model);
  const trial = useTrial(model.id);
  const [isDoomed, setDoomed] = useState(false);
  const { name } = model;
  const uses = [...plans, ...(model.isSearchModel ? [t('models.searchTag')] : [])];
  return (
    <List.Item>
      <Row gutter={[16, 8]} align="middle" wrap>
        <Col xs={24} md={12} xl={8}>
          <Flex gap={12} align="center">
            <ProviderMark provider={model.provider} />
            <div className="fill">
              <h3>{name}</h3>
              <Typography.Text type="secondary">
                {isEmbedded(model) ? t('models.embeddedLine') : model.modelName}
              </Typography.Text>
            </div>
          </Flex>
        </Col>
        <Col xs={24} md={12} xl={7}>
          <div>{t(`models.options.kind.${model.kind}`)}</div>
          <Typography.Text type="secondary">{cost}</Typography.Text>
        </Col>
        <Col xs={24} md={12} xl={4}>
          {uses.map((use) => (
            <Tag key={use}>{use}</Tag>
          ))}
          {uses.length === 0 && <Typography.Text type="secondary">{t('models.unused')}</Typography.Text>}
        </Col>
        <Col xs={24} md={12} xl={5}>
          <Flex align="center" justify="end" gap="small">
            <RowAction
              icon="edit"
              to={`${CHATBOT_PAGE}/edit/${model.id}`}
              label={t('resource.editName', { name })}
              hint={t('resource.edit')}
            />
            {!isEmbedded(model) && (
              <RowAction
                icon="trash"
                danger
                label={t('resource.deleteName', { name })}
                hint={t('models.delete.action')}
                onClick={() => setDoomed(true)}
              />
            )}
            <Button loading={trial.isPending} aria-label={t('models.testName', { name })} onClick={trial.start}>
              {t('models.test')}
            </Button>
          </Flex>
        </Col>
      </Row>
      <TrialResult trial={trial} />
      <DeleteModel model={model} plans={plans} isOpen={isDoomed} onClose={() => setDoomed(false)} />
    </List.Item>
  );
}

/**
 * The list of models, each with its tokens per credit and its plans. `plansOf` returns the names of a model's plans.
 */
export function ModelList(props: {
  models: readonly ModelRecord[];
  plansOf: (model: ModelRecord) => readonly string[];
}) {
  const { t } = useTranslation();
  return (
    <Card className="models page-part">
      <List
        itemLayout="vertical"
        aria-label={t('models.list')}
        dataSource={[...props.models]}
        rowKey="id"
        renderItem={(model) => <ModelRow model={model} plans={props.plansOf(model)} />}
      />
    </Card>
  );
}

/** Shown while the list loads. */
export const ModelListWaiting = () => (
  <Card className="models page-part" aria-busy>
    <Skeleton rows={6} />
  </Card>
);
