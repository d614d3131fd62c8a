// NestJS: the ValidationPipe checks DTOs by class-validator, a guard checks the key, and a filter answers every error.
import 'reflect-metadata'
import {
  type ArgumentsHost,
  Body,
  type CanActivate,
  Catch,
  Controller,
  Delete,
  type ExceptionFilter,
  type ExecutionContext,
  Get,
  HttpCode,
  HttpException,
  Injectable,
  Module,
  Param,
  Post,
  Put,
  Query,
  Req,
  Res,
  SetMetadata,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Type } from 'class-transformer'
import { IsArray, IsBoolean, IsNumber, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator'
import type { Request, Response } from 'express'
import {
  authenticate,
  bug,
  choose,
  createEmbed,
  enter,
  listDetails,
  needsKey,
  operations,
  paths,
  perform,
  port,
  workMs,
} from './platform.mjs'

type Row = { product: string; method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string }

const Text = () => (target: object, name: string) => {
  IsOptional()(target, name)
  IsString()(target, name)
}
const Flag = () => (target: object, name: string) => {
  IsOptional()(target, name)
  IsBoolean()(target, name)
}
const Num = () => (target: object, name: string) => {
  IsOptional()(target, name)
  if (!bug('limit-word-served')) IsNumber()(target, name)
  Type(() => Number)(target, name)
}

class OptionDto {
  @Text() id?: string
  @Text() text?: string
  @Text() color?: string
}

class ConfigDto {
  @Text() placement?: string
  @Text() selector?: string
}

class VoteEmbedDto {
  @Text() idempotencyKey?: string
  @Text() name?: string
  @Text() title?: string
  @Text() description?: string
  @Text() domain?: string
  @Text() targetUrl?: string
  @Text() selector?: string
  @Text() placement?: string
  @Text() brandName?: string
  @Text() primaryColor?: string
  @Text() secondaryColor?: string
  @Text() status?: string
  @Flag() revShareEnabled?: boolean
  @Flag() allowAnonymous?: boolean
  @Flag() showBranding?: boolean
  @IsOptional() @IsArray() @ValidateNested({ each: true }) @Type(() => OptionDto) options?: OptionDto[]
  @IsOptional() @IsObject() @ValidateNested() @Type(() => ConfigDto) config?: ConfigDto
}

class ChoiceDataDto {
  @Text() selection?: string
  @Text() userId?: string
  @Text() reason?: string
}

class ChoiceDto {
  @IsOptional() @IsObject() @ValidateNested() @Type(() => ChoiceDataDto) choiceData?: ChoiceDataDto
}

class ListingDto {
  @Num() newest?: number
  @Num() updated?: number
  @Num() nearlive?: number
  @Num() nowlive?: number
  @Num() postlive?: number
  @Num() tournament?: number
  @Num() offset?: number
  @Num() limit?: number
}

const Product = (name: string) => SetMetadata('product', name)

@Injectable()
class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest()
    const product = Reflect.getMetadata('product', context.getClass()) ?? request.product
    if (bug('open-embeds') && product === 'Embeds') return true
    // A guard that only returns false: Nest then always answers 403.
    if (bug('missing-as-403')) {
      try {
        authenticate(request.get('X-Service-API-Key'), product, request.get('Origin'))
        return true
      } catch {
        return false
      }
    }
    authenticate(request.get('X-Service-API-Key'), product, request.get('Origin'))
    return true
  }
}

const codes: Record<number, string> = {
  400: 'invalid_request',
  401: 'authentication_required',
  403: 'not_authorized',
  404: 'not_found',
  429: 'rate_limited',
}

@Catch()
class EveryError implements ExceptionFilter {
  catch(error: Error & { status?: number; statusCode?: number }, host: ArgumentsHost) {
    const response = host.switchToHttp().getResponse()
    const status = error instanceof HttpException ? error.getStatus() : (error.status ?? error.statusCode ?? 500)
    // The code follows from the status alone, so a missing route gets `not_found` like a missing resource.
    const code = bug('native-errors') ? undefined : (codes[status] ?? 'error')
    response
      .status(status)
      .json({ statusCode: status, code, message: error.message, timestamp: new Date().toISOString() })
  }
}

const created = () => HttpCode(bug('created-201') ? 201 : 200)

@Controller()
class OpenController {
  @Post('api/ads/placement/choice/:placementId')
  @HttpCode(200)
  choice(@Param('placementId') placementId: string, @Body() _body: ChoiceDto) {
    return choose(placementId)
  }
}

@Controller('api/vote/embed')
@UseGuards(KeyGuard)
@Product('Embeds')
class EmbedController {
  @Post('create')
  @created()
  create(@Body() body: VoteEmbedDto) {
    return createEmbed(body)
  }
}

@Controller('api/video/details')
@UseGuards(KeyGuard)
@Product('Livestream')
class DetailsController {
  @Get('all')
  all(@Query() _query: ListingDto) {
    return listDetails({})
  }
}

const missing: Record<string, string> = {
  'route-missing': 'GET /api/team/category/all',
  'write-route-missing': 'POST /api/marketing/template/create',
  'update-route-missing': 'PUT /api/events/general/update',
}

/** A controller for one operation, as a code generator would write it. */
function generated(row: Row) {
  class One {
    handle(request: Request, response: Response) {
      const { location, body } = perform(row, request.params, { ...request.query, ...request.body })
      if (location) response.redirect(location)
      else response.status(200).json(body)
    }
  }
  const descriptor = Object.getOwnPropertyDescriptor(One.prototype, 'handle') ?? {}
  const method = { GET: Get, POST: Post, PUT: Put, DELETE: Delete }[row.method]
  Req()(One.prototype, 'handle', 0)
  Res()(One.prototype, 'handle', 1)
  method(row.path.slice(1).replace(/\{(\w+)\}/g, ':$1'))(One.prototype, 'handle', descriptor)
  Controller()(One)
  Product(row.product)(One)
  if (needsKey(row)) UseGuards(KeyGuard)(One)
  return One
}

const generic = operations
  .filter((row: Row) => !Object.values(paths).includes(row.path))
  .filter((row: Row) => missing[process.env['BUG'] ?? ''] !== `${row.method} ${row.path}`)
  .filter((row: Row) => !(bug('router-missing') && row.product === 'Loyalty'))
  .map(generated)

@Module({ controllers: [OpenController, EmbedController, DetailsController, ...generic] })
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: false })
app.use((_: unknown, response: Response, next: () => void) => {
  const { shed, leave } = enter()
  response.on('close', leave)
  if (shed) response.status(shed).json({ statusCode: shed, message: 'Service Unavailable' })
  else setTimeout(next, workMs)
})
app.useGlobalPipes(
  new ValidationPipe({
    transform: true,
    transformOptions: { enableImplicitConversion: bug('coerced-types') },
    ...(bug('validation-422') ? { errorHttpStatusCode: 422 } : {}),
  }),
)
app.useGlobalFilters(new EveryError())
await app.listen(port, '127.0.0.1')
