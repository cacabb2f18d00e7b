import { Type } from 'typebox'
import { limits, units } from '../product/entities.ts'
import { call } from './schemas.ts'
import { Closed, Enum, Optional, OptionalText } from './wire.ts'

const Ingredient = Type.Object({
  line: Type.String({ description: 'as the recipe has it, or its part of a line that names several' }),
  whole: OptionalText('the whole line of the recipe, if that names several ingredients'),
  productName: Type.String(),
  quantity: Type.Union([Type.Number(), Type.Null()], {
    description: 'null: the recipe gives none that can be bought, such as a pinch',
  }),
  unit: Type.Union([Enum(units), Type.Null()]),
  note: OptionalText('how much the cook takes of it, and how it is prepared; spoons and cups stay words'),
})

export const recipeCalls = {
  readRecipe: call({
    method: 'POST',
    path: '/api/v3/recipe',
    scope: 'edit',
    who: 'self',
    refuses: ['noRecipe', 'recipesOff', 'unreachable'],
    body: Closed(
      {
        url: Optional(
          Type.String(),
          `a page to fetch: http or https on its usual port, at most ${limits.recipeSource} characters`,
        ),
        text: OptionalText('read line by line; addresses in it are not fetched'),
      },
      { minProperties: 1, maxProperties: 1 },
    ),
    bodyBytes: limits.largeBodyBytes,
    answer: Type.Object({
      name: Type.String({ description: 'empty if the recipe has none' }),
      portions: Type.Union([Type.Integer(), Type.Null()]),
      source: Type.String({
        description: 'the address of the page, or the only one in the text; empty without one',
      }),
      ingredients: Type.Array(Ingredient, { maxItems: limits.ingredients }),
      leftOut: Optional(
        Type.Array(Type.String()),
        'lines among the ingredients of which no product was made, such as headings and sentences; missing if there are none',
      ),
    }),
  }),
} as const
