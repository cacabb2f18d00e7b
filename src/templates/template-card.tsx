import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { Template } from '../../core/contract/shapes.ts'
import linkCard from '../ui/link-card.module.css'
import { Facts, Origin, Visibility } from './facts.tsx'
import classes from './template-card.module.css'
import { TemplatePicture } from './template-picture.tsx'

interface TemplateCardProps {
  template: Template
  /** where it is shown: in the app, or on the page for visitors */
  to: '/app/template/$id' | '/public-list/$id'
}

export const TemplateCard = memo(function TemplateCard({ template, to }: TemplateCardProps) {
  const { id, templateName, description, image } = template
  return (
    <li className={`${linkCard.card} ${classes.card}`}>
      <div className={classes.top}>
        <TemplatePicture image={image} size={32} />
        <div className={classes.words}>
          <h2 className={linkCard.name}>
            <Link to={to} params={{ id }} className={linkCard.link}>
              {templateName}
            </Link>
          </h2>
          <Facts template={template} />
        </div>
      </div>
      {description !== '' && <p className={classes.description}>{description}</p>}
      <div className={classes.origin}>
        <Origin template={template}>
          <Visibility template={template} silent />
        </Origin>
      </div>
    </li>
  )
})
